"""The site checks itself while it runs: some games are played through again from their rows, card
by card, and must come to what stands in the table. Where one does not, its table is frozen."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime
from functools import reduce
from operator import or_
from random import Random, SystemRandom

from django.db import DatabaseError, transaction
from django.db.models import Max, Q

from bruno_site.core.metrics import MISMATCHES

from ..models import Game, Mismatch
from ..rules import kinds
from ..rules.replay import Fault, check
from .ends import freeze
from .export import record_of

log = logging.getLogger(__name__)

OF_EACH = 10  # running and finished games, every time


def check_some(now: datetime, luck: Random | None = None) -> int:
    """Returns how many were found now that do not replay: everybody who watches is told."""
    return sum(not audit_game(game) for game in _some(luck or SystemRandom()))


def audit_game(game: Game) -> bool:
    """Play a game through again, freeze and report it if its log does not replay, and return
    whether it does.

    Rows read at two moments of a running game may not fit each other, so a fault counts only if it
    is found again while the game's row is held.
    """
    if _fault_of(game) is None:
        return True
    with transaction.atomic():
        held = Game.objects.select_for_update().get(pk=game.pk)
        fault = _fault_of(held)
        if fault is not None:
            _report(held, fault)
    return fault is None


def _fault_of(game: Game) -> Exception | None:
    try:
        _check(game)
    except DatabaseError:
        raise
    except Exception as fault:
        return fault
    return None


def _check(game: Game) -> None:
    record = record_of(game)
    check(record)
    if len(record.moves) != game.seq:
        raise ValueError("There are more moves than are counted, or fewer.")


def _report(game: Game, fault: Exception) -> None:
    """Not in what way: the cards of a game under way are in that."""
    move = fault.move if isinstance(fault, Fault) else None
    log.error("Game %s does not replay: look at move %s", game.pk, move)
    MISMATCHES.inc()
    Mismatch.objects.update_or_create(game=game, defaults={"move": move})
    if not game.is_over:
        freeze(game)


def _some(luck: Random) -> Iterator[Game]:
    games = Game.objects.filter(_by_known_rules(), mismatch=None)
    running = games.filter(finished_at=None)
    numbers = list(running.values_list("pk", flat=True))
    yield from running.filter(pk__in=luck.sample(numbers, min(OF_EACH, len(numbers))))
    newest = Game.objects.aggregate(newest=Max("pk"))["newest"] or 0
    finished = games.exclude(finished_at=None).order_by("pk")
    wanted = {luck.randint(1, newest) for _each in range(min(OF_EACH, newest))}
    # The next from there on: to draw lots among a million rows would be to read them all.
    found = {
        game.pk: game for number in wanted if (game := finished.filter(pk__gte=number).first())
    }
    yield from found.values()


def _by_known_rules() -> Q:
    """While a site is brought up to date a newer program deals games too, which are not this one's
    to judge."""
    known = (Q(kind=kind, rules__lte=rules.META.version) for kind, rules in kinds().items())
    return reduce(or_, known)
