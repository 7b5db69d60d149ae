"""P10: clocks are processes; one that is killed takes no move with it, and none comes twice."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.log import door, window
from games.models import Game, Move
from games.rules import rules_of
from games.time import clock
from games.time.pace import PACES
from scripts import compose
from tests.kit.factories import four_players

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

MOVES_BEFORE, MOVES_AFTER = 4, 5
LEFT = timedelta(seconds=8)  # of a countdown, when the first clock starts
SLACK = timedelta(seconds=40)  # for a process to start on a busy machine; a move has 60


@pytest.fixture
def environment() -> dict[str, str]:
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    return os.environ | {"SECRET_KEY": settings.SECRET_KEY, "DATABASE_URL": url.geturl()}


def start(players: Sequence[Any], pace: str = "off") -> Game:
    return door.start(
        kind="bruno",
        config=rules_of("bruno").META.configure({"first_seat": 0}),
        players=players,
        server_seed=bytes(32),
        nonces=[""] * 4,
        pace=pace,
    )


def wait_for_seq(game: Game, seq: int) -> None:
    until = time.monotonic() + 60
    while window.seq_of(game.pk) < seq:
        assert time.monotonic() < until, "the clocks do not move"
        time.sleep(0.05)


def test_a_clock_killed_in_a_countdown_takes_no_move_with_it(
    environment: dict[str, str], tmp_path: Path
) -> None:
    game = start(["easy"] * 4)
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


def test_a_countdown_goes_on_where_it_was_when_its_only_clock_is_replaced(
    environment: dict[str, str], tmp_path: Path
) -> None:
    game = start(four_players(), pace="relaxed")
    due = timezone.now() + LEFT
    begun = due - PACES["relaxed"].move
    Game.objects.filter(pk=game.pk).update(moved_at=begun, asked_at=begun, deadline=due)
    game.players.update(bank=timedelta(0), seen_at=due + SLACK)
    with compose.running("clock", environment, tmp_path / "a.log", {}) as doomed:
        time.sleep(LEFT.total_seconds() / 3)
        doomed.kill()
    with compose.running("clock", environment, tmp_path / "b.log", {}):
        wait_for_seq(game, game.seq + 1)
    move = game.moves.get(seq=game.seq + 1)
    assert (move.seat, move.by) == (0, Move.By.HOUSE)
    assert due <= move.at < due + SLACK
