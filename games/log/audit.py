"""The site checks itself while it runs: some games are played through again from their rows, card
by card, and must come to what stands in the table."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime
from random import Random, SystemRandom

from django.db import DatabaseError
from django.db.models import Max

from ..models import Game, Mismatch
from ..rules.replay import Fault, check
from .export import record_of

log = logging.getLogger(__name__)

OF_EACH = 10  # running and finished games, every time


def check_some(now: datetime, luck: Random | None = None) -> int:
    """Returns how many were found now that do not replay: everybody who watches is told."""
    return sum(not is_right(game) for game in _some(luck or SystemRandom()))


def is_right(game: Game) -> bool:
    try:
        _check(game)
    except DatabaseError:
        raise
    except Exception as fault:
        if _has_gone_on(game):
            return True  # its rows were read at two moments
        _report(game, fault)
        return False
    return True


def _check(game: Game) -> None:
    record = record_of(game)
    check(record)
    if len(record.moves) != game.seq:
        raise ValueError("There are more moves than are counted, or fewer.")


def _has_gone_on(game: Game) -> bool:
    now = Game.objects.get(pk=game.pk)
    return (now.seq, now.finished_at) != (game.seq, game.finished_at)


def _report(game: Game, fault: Exception) -> None:
    """Not in what way: the cards of a game under way are in that."""
    move = fault.move if isinstance(fault, Fault) else None
    log.error("Game %s does not replay: look at move %s", game.pk, move)
    Mismatch.objects.update_or_create(game=game, defaults={"move": move})


def _some(luck: Random) -> Iterator[Game]:
    running = Game.objects.filter(finished_at=None, mismatch=None)
    numbers = list(running.values_list("pk", flat=True))
    yield from running.filter(pk__in=luck.sample(numbers, min(OF_EACH, len(numbers))))
    newest = Game.objects.aggregate(newest=Max("pk"))["newest"] or 0
    finished = Game.objects.exclude(finished_at=None).filter(mismatch=None).order_by("pk")
    wanted = {luck.randint(1, newest) for _each in range(min(OF_EACH, newest))}
    # The next from there on: to draw lots among a million rows would be to read them all.
    found = {
        game.pk: game for number in wanted if (game := finished.filter(pk__gte=number).first())
    }
    yield from found.values()
