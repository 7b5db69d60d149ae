"""Finished games are told: each listener hears of each game exactly once.

A listener is a function of a finished game, registered when its app is ready:

    @listener("ratings")
    def rate(game: Game) -> None: ...

It is called in the transaction in which the clock notes that it has heard, so what it writes to the
database happens once, whoever is killed when. It is quick, and writes nowhere else. A new listener
hears of the games that end from then on; `tell_again` lets it hear of older ones.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import product

from django.db import transaction
from django.db.models import QuerySet

from ..models import FinishedGame, Game, Telling

log = logging.getLogger(__name__)

Listener = Callable[[Game], None]

AT_ONCE = 200
FIRST_DELAY, LONGEST_DELAY = timedelta(seconds=5), timedelta(hours=1)

_listeners: dict[str, Listener] = {}


def listener(name: str) -> Callable[[Listener], Listener]:
    """The name is what is kept: it stays the same when the function moves."""

    def register(listen: Listener) -> Listener:
        _listeners[name] = listen
        return listen

    return register


def tell(now: datetime) -> int:
    """Everything that is to be told now. Returns how often a listener was told."""
    _share_out(now)
    told = 0
    while told < AT_ONCE and (was_heard := _tell_one(now)) is not None:
        told += was_heard
    return told


def _share_out(now: datetime) -> None:
    """A telling for each listener there is, of the games that have ended since."""
    with transaction.atomic():
        fresh = FinishedGame.objects.filter(is_shared_out=False)
        games = list(fresh.select_for_update(skip_locked=True).values_list("pk", flat=True))
        if games:
            _add(list(_listeners), games, now)
            FinishedGame.objects.filter(pk__in=games).update(is_shared_out=True)


def tell_again(name: str, games: QuerySet[Game], now: datetime) -> None:
    """Let a listener hear of these finished games too, but for those it has heard of."""
    over = games.filter(finished_at__isnull=False)
    _add([name], list(over.values_list("pk", flat=True)), now)


def _add(names: list[str], games: list[int], now: datetime) -> None:
    tellings = [
        Telling(listener=name, game_id=game, due_at=now) for name, game in product(names, games)
    ]
    Telling.objects.bulk_create(tellings, ignore_conflicts=True)


def _tell_one(now: datetime) -> bool | None:
    """Was it heard? None if there is nothing to tell."""
    with transaction.atomic():
        due = Telling.objects.filter(heard_at=None, due_at__lte=now, listener__in=_listeners)
        # Whoever holds the row is telling it: another clock takes the next.
        telling = due.order_by("due_at", "pk").select_for_update(skip_locked=True).first()
        if telling is None:
            return None
        was_heard = _is_heard(telling)
        if was_heard:
            telling.heard_at = now
        else:
            telling.failures += 1
            telling.due_at = now + min(FIRST_DELAY * 2 ** min(telling.failures, 20), LONGEST_DELAY)
        telling.save(update_fields=["heard_at", "failures", "due_at"])
    return was_heard


def _is_heard(telling: Telling) -> bool:
    try:
        with transaction.atomic():
            _listeners[telling.listener](telling.game)
    except Exception:
        # It is tried again later, and no other game waits for it.
        log.exception("%s failed", telling)
        return False
    return True
