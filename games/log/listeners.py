"""Finished games are told: each listener hears of each game exactly once.

A listener is a function of some finished games, registered when its app is ready:

    @listener("history")
    def write_down(games: Sequence[Game]) -> None: ...

It is called in the transaction in which the clock notes that it has heard, so what it writes to the
database happens once, whoever is killed when. It is quick, and writes nowhere else. It hears of all
that is due at once, so that a thousand games cost it few queries, and of each alone if it fails. A
new listener hears of the games that end from then on; `tell_again` lets it hear of older ones.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import product

from django.db import transaction
from django.db.models import QuerySet

from ..models import FinishedGame, Game, Telling

log = logging.getLogger(__name__)

Listener = Callable[[Sequence[Game]], None]

AT_ONCE = 500  # the ladder is held for about a second, then
FIRST_DELAY, LONGEST_DELAY = timedelta(seconds=5), timedelta(hours=1)

_listeners: dict[str, Listener] = {}


def listener(name: str) -> Callable[[Listener], Listener]:
    """The name is what is kept: it stays the same when the function moves."""

    def register(listen: Listener) -> Listener:
        _listeners[name] = listen
        return listen

    return register


def tell(now: datetime) -> int:
    """What is to be told now. Returns how often a listener was told of a game. It is asked every
    second: while there is nothing to tell it takes two queries and holds nothing."""
    _share_out(now)
    waiting = set(_due(now).values_list("listener", flat=True).distinct())
    return sum(_tell(name, now) for name in _listeners if name in waiting)


def _due(now: datetime) -> QuerySet[Telling]:
    return Telling.objects.filter(heard_at=None, due_at__lte=now)


def _share_out(now: datetime) -> None:
    """A telling for each listener there is, of the games that have ended since."""
    fresh = FinishedGame.objects.filter(is_shared_out=False)
    if not fresh.exists():
        return
    with transaction.atomic():
        rows = fresh.order_by("game__finished_at", "pk").select_for_update(
            skip_locked=True, of=("self",)
        )
        games = list(rows.values_list("pk", flat=True))
        if games:
            _add(list(_listeners), games, now)
            FinishedGame.objects.filter(pk__in=games).update(is_shared_out=True)


def tell_again(name: str, games: QuerySet[Game], now: datetime) -> None:
    """Let a listener hear of these finished games too, but for those it has heard of. Raises
    LookupError."""
    if name not in _listeners:
        known = ", ".join(sorted(_listeners))
        raise LookupError(f"“{name}” is no listener; these are: {known}")
    over = games.filter(finished_at__isnull=False)
    _add([name], list(over.values_list("pk", flat=True)), now)


def _add(names: list[str], games: list[int], now: datetime) -> None:
    tellings = [
        Telling(listener=name, game_id=game, due_at=now) for name, game in product(names, games)
    ]
    Telling.objects.bulk_create(tellings, ignore_conflicts=True)


def _tell(name: str, now: datetime) -> int:
    with transaction.atomic():
        due = _due(now).filter(listener=name)
        # Whoever holds a row is telling it: another clock takes the next.
        rows = due.order_by("due_at", "pk").select_for_update(skip_locked=True, of=("self",))
        tellings = list(rows.select_related("game")[:AT_ONCE])
        heard = _heard(name, tellings)
        Telling.objects.filter(pk__in=heard).update(heard_at=now)
        for telling in tellings:
            if telling.pk not in heard:
                _put_off(telling, now)
    return len(heard)


def _heard(name: str, tellings: Sequence[Telling]) -> set[int]:
    """All of them, or where that fails each that does not fail alone."""
    if not tellings or _is_heard(name, tellings):
        return {telling.pk for telling in tellings}
    if len(tellings) == 1:
        return set()
    return {telling.pk for telling in tellings if _is_heard(name, [telling])}


def _is_heard(name: str, tellings: Sequence[Telling]) -> bool:
    try:
        with transaction.atomic():
            _listeners[name]([telling.game for telling in tellings])
    except Exception:
        # It is tried again, and no other game waits for it.
        log.exception("%s failed", ", ".join(map(str, tellings)))
        return False
    return True


def _put_off(telling: Telling, now: datetime) -> None:
    telling.failures += 1
    telling.due_at = now + min(FIRST_DELAY * 2 ** min(telling.failures, 20), LONGEST_DELAY)
    telling.save(update_fields=["failures", "due_at"])
