"""Which clock sees to which table.

A claim is short: it keeps other clocks from thinking about the same table, and nothing else. That
a move happens once is the door's affair, so a claim that runs out too early costs only work.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from ..log.position import GAME_COLUMNS, players_of
from ..models import Game, Player

CLAIM = timedelta(seconds=1.5)


class Claim(NamedTuple):
    """A table where something is due, as it was when it was claimed."""

    game: Game
    players: list[Player]
    at: datetime

    def is_old(self, now: datetime) -> bool:
        """Would it soon run out?"""
        return now - self.at > CLAIM / 2


def claim(now: datetime, most: int) -> list[Claim]:
    """The tables longest due that no other clock sees to."""
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    due = Game.objects.filter(free, deadline__lte=now).order_by("deadline").only(*GAME_COLUMNS)
    with transaction.atomic():
        games = list(due.select_for_update(skip_locked=True)[:most])
        if not games:
            return []
        claimed = Game.objects.filter(pk__in=[game.pk for game in games])
        claimed.update(claimed_until=now + CLAIM)
    players = players_of(game.pk for game in games)
    return [Claim(game, players[game.pk], now) for game in games]


def hold(game_ids: Collection[int], now: datetime) -> None:
    """Whoever still thinks about these tables keeps them; where somebody moved there is none."""
    Game.objects.filter(pk__in=game_ids, claimed_until__gt=now).update(claimed_until=now + CLAIM)
