"""Finished games that nobody had to play, told to whoever keeps histories."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.log import listeners
from games.models import TAKEN_OVER_AFTER, FinishedGame, Game, Move
from tests.kit.markup import Page
from tests.kit.timed import new_game

BY = {"p": Move.By.PLAYER, "h": Move.By.HOUSE}
DAWN = datetime(2026, 3, 1, tzinfo=UTC)


def ended(
    *sitters: User | str,
    winners: tuple[int, ...] = (0, 2),
    scores: tuple[int, ...] = (),
    kind: str = "bruno",
    day: float = 0,
    gone: tuple[int, ...] = (),
    away: tuple[int, ...] = (),
    matched: tuple[int, ...] = (),
    moves: Mapping[int, str] = MappingProxyType({}),
    **columns: Any,
) -> Game:
    """A game that ended so many days after the dawn, and was rated unless it says otherwise.
    `moves`: by seat, who made them: "pph" are two of the player and one of the house."""
    game = new_game(*sitters, kind=kind)
    game.players.filter(seat__in=gone).update(has_given_up=True)
    game.players.filter(seat__in=away).update(house_moves=TAKEN_OVER_AFTER)
    game.players.filter(seat__in=matched).update(is_matched=True)
    made = [(seat, BY[letter]) for seat, letters in moves.items() for letter in letters]
    Move.objects.bulk_create(
        Move(game=game, seq=seq, seat=seat, action="some move", by=by)
        for seq, (seat, by) in enumerate(made, game.seq + 1)
    )
    at = DAWN + timedelta(days=day)
    scores = scores or tuple(int(seat in winners) for seat in range(len(sitters)))
    columns = {"is_rated": True, "started_at": at, "finished_at": at} | columns
    result = {"winners": winners, "scores": scores}
    Game.objects.filter(pk=game.pk).update(result=result, **columns)
    FinishedGame.objects.create(game=game)
    return Game.objects.get(pk=game.pk)


def tell() -> int:
    return listeners.tell(timezone.now())


def got(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, path
    html = str(response.content.decode())
    assert Page(html).faults() == [], path
    return html


def codes(html: str) -> list[str]:
    """The games that are listed, in their order."""
    return re.findall(r'href="/games/(\w+)/replay/"', html)
