"""Games that people bring along as records, to look at them here, and those of the first lessons.

They are read like ours and drawn like ours, under numbers below zero: so they can be mistaken for
no game of the house, and whatever asks the tables for one finds nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.db.models import Q

from bruno_site.core.bounded_cache import BoundedCache

from ..models import Paper
from ..rules import kinds
from ..rules.game import Refused, Seat
from ..rules.lesson import lessons
from ..rules.reading import parsed, quoted
from ..rules.record import Record
from ..rules.replay import Fault, check
from ..rules.words import Phrase, _

if TYPE_CHECKING:
    from accounts.models import User

LARGEST: Final = 1 << 20  # bytes of a file
MOST_MOVES: Final = 5000
MOST_ROUNDS: Final = MOST_MOVES // 42  # in the older form: a deal, a call and 40 cards at least
MOST_PAPERS: Final = 30  # of one person
KEPT_FOR: Final = timedelta(days=90)
LONGEST_NAME: Final = 24
FIRST_LESSON: Final = -(1 << 62)  # no paper's number comes near it

_read: BoundedCache[int, Record] = BoundedCache(64)


class NotTaken(Refused):
    """A file that is no game, or was not played by the rules."""


def number_of(paper: Paper) -> int:
    """What a paper is called where games have their numbers."""
    return -paper.pk


def number_of_lesson(kind: str) -> int:
    """The same for a first lesson, which lies in the kind's own folder."""
    return FIRST_LESSON - tuple(lessons()).index(kind)


def is_paper(game_id: int) -> bool:
    return game_id < 0


def record_on(game_id: int) -> Record:
    """Raises Paper.DoesNotExist."""
    if game_id <= FIRST_LESSON:
        return tuple(lessons().values())[FIRST_LESSON - game_id].record
    known = _read.get(game_id)
    if known is not None:
        return known
    return _read.keep(game_id, Record.from_json(Paper.objects.get(pk=-game_id).text))


def names_on(record: Record) -> tuple[str, ...]:
    """Strangers wrote them: short and printable, and never empty."""
    return tuple(
        quoted(sitter.name.strip(), LONGEST_NAME) or f"#{seat}"
        for seat, sitter in enumerate(record.seats, 1)
    )


def rows(game_id: int, after: int, last: int) -> Iterator[tuple[int, Seat, str, str]]:
    """The moves after that one, as the log of a game has them."""
    moves = record_on(game_id).moves[after:last]
    for seq, move in enumerate(moves, after + 1):
        yield seq, move.seat, move.action, move.by or ""


def keep(*, user: User, file: bytes) -> Paper:
    """For its owner alone, and only what was played by the rules. Raises NotTaken."""
    if user.papers.count() >= MOST_PAPERS:
        raise NotTaken(_("You keep %(n)s records already. Throw one away first.", n=MOST_PAPERS))
    record = _checked(file)
    text = record.to_json()
    return Paper.objects.create(owner=user, kind=record.game, moves=len(record.moves), text=text)


def _checked(file: bytes) -> Record:
    if len(file) > LARGEST:
        raise NotTaken(_("The file is too large: a record has at most 1 MiB."))
    try:
        record = _record_in(file)
        _check_length(record)
        check(record)
    except Fault as fault:
        raise NotTaken(_said(fault, record)) from fault
    except Refused as refusal:
        raise NotTaken(refusal.phrase) from refusal
    return record


def _check_length(record: Record) -> None:
    if not 1 <= len(record.moves) <= MOST_MOVES:
        raise _wrong_length()


def _wrong_length() -> NotTaken:
    return NotTaken(_("A record has 1 to %(most)s moves here.", most=MOST_MOVES))


def _said(fault: Fault, record: Record) -> Phrase:
    if fault.move is None:
        return fault.phrase
    move = record.moves[fault.move - 1]
    return _(
        "Move %(n)s, “%(action)s”: %(reason)s",
        n=fault.move,
        action=quoted(move.action),
        reason=fault.phrase,
    )


def _record_in(file: bytes) -> Record:
    """Ours, or in the form of an older program that a kind can read. Raises Refused."""
    value = parsed(file)
    if isinstance(value, list) and len(value) > MOST_ROUNDS:
        raise _wrong_length()
    for kind in kinds():
        name = f"games.rules.{kind}.older"
        if find_spec(name) and import_module(name).is_older(value):
            found: Record = import_module(name).record_of(value)
            return found
    return Record.from_json(file)


def throw_away(*, user: User, code: str) -> None:
    Paper.objects.filter(owner=user, code=code).delete()


def forget(user: User) -> None:
    """Whoever goes takes along what they brought, and stands on nobody else's paper."""
    Paper.objects.filter(owner=user).delete()
    as_written = f'"name": {json.dumps(user.username)}'
    others = Paper.objects.filter(text__contains=as_written, owner__deletion="")
    for number in others.values_list("pk", flat=True):
        _write_anew(number, without=user.username)


@transaction.atomic
def _write_anew(number: int, *, without: str) -> None:
    """Under another number: by its old one every process keeps it as it was."""
    paper = Paper.objects.select_for_update().filter(pk=number).first()
    if paper is None:
        return  # thrown away meanwhile
    record = Record.from_json(paper.text)
    seats = (replace(each, name="") if each.name == without else each for each in record.seats)
    paper.delete()
    paper.text = replace(record, seats=tuple(seats)).to_json()
    paper.save(force_insert=True)


def forget_old(now: datetime) -> int:
    """Also those of people whom an admin has closed out."""
    old = Q(brought_at__lt=now - KEPT_FOR) | Q(owner__is_active=False)
    forgotten, _by_table = Paper.objects.filter(old).delete()
    return forgotten
