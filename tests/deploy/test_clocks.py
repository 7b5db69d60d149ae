"""P10: clocks are processes; one that is killed takes no move with it, and none comes twice."""

from __future__ import annotations

import os
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection

from games import clock, queries, service
from games.models import Game
from games.rules import rules_of
from tests.deploy import compose

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

MOVES_BEFORE, MOVES_AFTER = 4, 5


def bots_alone() -> Game:
    return service.start(
        kind="bruno",
        config=rules_of("bruno").META.configure({}),
        players=["easy"] * 4,
        server_seed=bytes(32),
        nonces=[""] * 4,
    )


def wait_for_seq(game: Game, seq: int) -> None:
    until = time.monotonic() + 60
    while queries.seq_of(game.pk) < seq:
        assert time.monotonic() < until, "the clocks do not move"
        time.sleep(0.05)


def test_a_clock_killed_in_a_countdown_takes_no_move_with_it(tmp_path: Path) -> None:
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    environment = os.environ | {"SECRET_KEY": settings.SECRET_KEY, "DATABASE_URL": url.geturl()}
    game = bots_alone()
    first, second = tmp_path / "a.log", tmp_path / "b.log"
    with compose.running("clock", environment, second, {}):
        with compose.running("clock", environment, first, {}) as doomed:
            wait_for_seq(game, game.seq + MOVES_BEFORE)
            doomed.kill()
        wait_for_seq(game, game.seq + MOVES_BEFORE + MOVES_AFTER)
    moves = list(game.moves.order_by("seq"))
    assert [move.seq for move in moves] == list(range(1, len(moves) + 1))
    for before, move in zip(moves, moves[1:], strict=False):
        if move.seat is not None:
            assert move.at - before.at >= clock.SOONEST, f"move {move.seq} came early"
