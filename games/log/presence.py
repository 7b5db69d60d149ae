"""Who looks at which game: players for as long as the leases of their seats last, and others."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from ..models import Player, Watcher
from ..time import clock
from ..time.pace import LEASE
from . import window
from .position import Position
from .writing import locked, wait

log = logging.getLogger(__name__)


def renew(leases: Collection[int], game_ids: Collection[int], now: datetime) -> dict[int, Position]:
    """Somebody looks at the pages of these seats (keys of players), which are at these games;
    clocks that stood still for want of anybody run again. Returns how the games stand then. One
    query, and one statement more when a lease is due, however many pages there are."""
    leases, positions = set(leases), window.positions_of(game_ids, now)
    if woken := [each for each, at in positions.items() if _woken(at, leases)]:
        positions |= window.positions_of(woken, now)
    everyone = (player for position in positions.values() for player in position.players)
    # When half of it is used, or a beat would write a row for every page.
    due = [each for each in everyone if each.pk in leases and clock.is_to_be_seen(each, now)]
    if due:
        _see(due, now)
    return positions


def _see(players: Collection[Player], now: datetime) -> None:
    with transaction.atomic():
        # A row that is locked is renewed elsewhere, or charged: the next beat is soon enough.
        mine = Player.objects.filter(pk__in=[player.pk for player in players]).order_by("pk")
        free = mine.values("pk").select_for_update(skip_locked=True)
        Player.objects.filter(pk__in=free).update(seen_at=now)
    for player in players:
        player.seen_at = now


def _woken(position: Position, leases: Collection[int]) -> bool:
    """Was the table asleep, and somebody is there now?"""
    game = position.game
    is_mine = any(player.pk in leases for player in position.players)
    if game.is_over or not is_mine or not clock.stands_still(position):
        return False
    try:
        _wake(game.pk, leases)
    except Exception:
        log.exception("Game %s sleeps on", game.pk)  # the next beat is soon enough
    return True


def look_on(watching: Collection[tuple[int, int]], now: datetime) -> None:
    """These people look at these games without a seat there: pairs of game and person. One
    statement, however many there are."""
    if watching:
        # In one order, or two processes might wait for each other.
        rows = [Watcher(game_id=game, user_id=user, seen_at=now) for game, user in sorted(watching)]
        Watcher.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["game", "user"],
            update_fields=["seen_at"],
        )


def forget_watchers(now: datetime) -> int:
    """Those who look no longer."""
    gone, _by_table = Watcher.objects.filter(seen_at__lt=now - LEASE).delete()
    return gone


def _wake(game_id: int, leases: Collection[int]) -> None:
    """The clock runs on, the absence left out."""
    with transaction.atomic():
        position = locked(game_id)
        if clock.stands_still(position) and not position.game.is_over:
            position.game.asked_at += clock.absence(position)
            wait(position)
        # Under the same lock, so that no clock stops it again for want of anybody.
        Player.objects.filter(game=game_id, pk__in=leases).update(seen_at=position.now)
