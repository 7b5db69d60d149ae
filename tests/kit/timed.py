"""Games with a clock, and time that passes at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.log import door, presence
from games.models import Game, Player
from games.rules import rules_of


def new_game(*sitters: Any, pace: str = "off", kind: str = "bruno") -> Game:
    meta = rules_of(kind).META
    chosen = {"first_seat": 0} if kind == "bruno" else {}
    return door.start(
        kind=kind,
        config=meta.configure(chosen),
        players=sitters,
        server_seed=bytes(range(32)),
        nonces=[""] * len(sitters),
        pace=pace,
    )


def let_time_pass(game: Game, **span: float) -> None:
    """As if everything had happened so much earlier."""
    earlier = timedelta(**span)
    game.refresh_from_db()
    assert game.deadline is not None
    Game.objects.filter(pk=game.pk).update(
        deadline=game.deadline - earlier,
        moved_at=game.moved_at - earlier,
        asked_at=game.asked_at - earlier,
    )


def time_left(game: Game) -> float:
    game.refresh_from_db()
    assert game.deadline is not None
    return (game.deadline - timezone.now()).total_seconds()


def about(seconds: float) -> Any:
    """So much time is left, less what a busy machine takes over what comes between. What would be
    wrong is five seconds away or more."""
    return pytest.approx(seconds, abs=4)


def everybody_looks(game: Game) -> None:
    Player.objects.filter(game=game).update(seen_at=timezone.now())


def everybody_stays(game: Game) -> None:
    """However long a busy machine takes over what comes: nobody's lease runs out meanwhile."""
    Player.objects.filter(game=game).update(seen_at=timezone.now() + timedelta(hours=1))


def looks(game: Game, seat: int) -> None:
    """The page of this seat is open, and a beat has just said so."""
    presence.renew([game.players.get(seat=seat).pk], [game.pk], timezone.now())
