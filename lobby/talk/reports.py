"""Reporting a line or a move: it goes to the admins' desk with the moment it is about."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from games.models import Move, Player
from games.rules.game import Refused
from games.rules.words import _

from ..models import Line, Report
from . import lines
from .places import Place, Spot
from .wording import visible

LONGEST_REASON = 500
AROUND = 10  # lines before and after
MOST, SPAN = 10, timedelta(hours=1)


def report_line(*, spot: Spot, by: User, moment: int, reason: str) -> Report:
    at = lines.EPOCH + timedelta(microseconds=moment)
    line = Line.objects.filter(**spot.place._asdict(), at=at).select_related("author").first()
    if line is None:
        raise Refused(_("There is no such line here."))
    return _file(by=by, about=line.author, place=spot.place, seq=_seq_at(line), at=at, why=reason)


def report_move(*, spot: Spot, by: User, seq: int, reason: str) -> Report:
    move = Move.objects.filter(game=spot.place.game_id or 0, seq=seq).first()
    if move is None or move.seat is None:
        raise Refused(_("There is no such move in this game."))
    mover = Player.objects.get(game=move.game_id, seat=move.seat).user
    if mover is None:
        raise Refused(_("That was a bot: it cannot do otherwise."))
    return _file(by=by, about=mover, place=spot.place, seq=seq, at=move.at, why=reason)


def _file(
    *, by: User, about: User, place: Place, seq: int | None, at: datetime, why: str
) -> Report:
    if about == by:
        raise Refused(_("That was you."))
    if len(why) > LONGEST_REASON:
        raise Refused(_("Say it in at most %(n)s characters.", n=LONGEST_REASON))
    with transaction.atomic():
        now = timezone.now()
        around = _lines_around(place, at)
        here = _held([by.pk, *(line.author_id for line in around)])  # no faster with two hands
        if Report.objects.filter(by=by, at__gt=now - SPAN).count() >= MOST:
            raise Refused(_("You have reported a lot within the hour. An admin will look at it."))
        return Report.objects.create(
            by=by,
            about=about,
            game_id=place.game_id,
            seq=seq,
            said=[_kept(line) for line in around if line.author_id in here],
            reason=visible(why),
        )


def _seq_at(line: Line) -> int | None:
    """The newest move when it was said: where a replay shows what it is about."""
    moves = Move.objects.filter(game=line.game_id or 0, at__lte=line.at)
    newest: int | None = moves.aggregate(newest=Max("seq"))["newest"]
    return newest


def _held(people: Iterable[int]) -> set[int]:
    """Those of them whose account is not deleted, and is not until this is committed."""
    held = User.objects.select_for_update(no_key=True).filter(pk__in=set(people)).order_by("pk")
    return {person.pk for person in held if not person.deletion}


def _lines_around(place: Place, at: datetime) -> list[Line]:
    around = Line.objects.filter(**place._asdict()).select_related("author")
    before = around.filter(at__lte=at).order_by("-at")[: AROUND + 1]
    after = around.filter(at__gt=at).order_by("at")[:AROUND]
    return [*reversed(before), *after]


def _kept(line: Line) -> dict[str, Any]:
    """With the number of who said it, whose name may be another when it is to be forgotten."""
    author, words = line.author, str(lines.said(line).words)
    return {"by": author.pk, "name": author.username, "words": words, "at": line.at.isoformat()}


@transaction.atomic
def take(*, report: Report, by: User) -> None:
    """This admin sees to it."""
    held = _open(report, by)
    held.state, held.assignee = Report.State.ASSIGNED, by
    held.save(update_fields=["state", "assignee"])


@transaction.atomic
def decide(*, report: Report, by: User, decision: str) -> None:
    """Once and for all."""
    held = _open(report, by)
    held.state, held.decided_at, held.decision = Report.State.DECIDED, timezone.now(), decision
    held.assignee = held.assignee or by
    held.save(update_fields=["state", "decided_at", "decision", "assignee"])


def _open(report: Report, by: User) -> Report:
    held = Report.objects.select_for_update().get(pk=report.pk)
    if held.state == Report.State.DECIDED:
        raise Refused(_("This report is decided already."))
    if held.about == by:
        raise Refused(_("This report is about you: somebody else sees to it."))
    return held


def forget_words(user: User) -> None:
    """Take what this person said out of the reports about others."""
    for report in Report.objects.exclude(said=[]).iterator():
        if any(_is_by(user, line) for line in report.said):
            _forget_words_in(report.pk, user)


@transaction.atomic
def _forget_words_in(number: int, user: User) -> None:
    """Held: somebody else who is quoted there may delete their account at the same moment."""
    report = Report.objects.select_for_update().filter(pk=number).first()
    if report is not None:
        report.said = [line for line in report.said if not _is_by(user, line)]
        report.save(update_fields=["said"])


def _is_by(user: User, line: dict[str, Any]) -> bool:
    """By the number: the name may have been somebody else's then. Older ones hold it alone."""
    return bool(line["by"] == user.pk if "by" in line else line["name"] == user.username)
