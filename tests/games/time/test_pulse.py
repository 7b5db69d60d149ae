"""Nobody loses a turn to an outage of ours: time is not up while nobody can act."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from games.log import door
from games.models import Game, Move, Player
from games.time import house, pulse
from tests.kit.factories import four_players
from tests.kit.timed import about, everybody_stays, let_time_pass, looks, new_game, time_left

pytestmark = pytest.mark.django_db

GRACE = 20  # seconds


def ago(**span: float) -> datetime:
    return timezone.now() - timedelta(**span)


@pytest.fixture
def game() -> Game:
    """The time of the seat on turn is up."""
    game = new_game(*four_players(), pace="fast")
    everybody_stays(game)
    let_time_pass(game, seconds=73)
    return game


def has_moved_for(game: Game) -> bool:
    house.run_due()
    return game.moves.filter(by=Move.By.HOUSE).exists()


def test_the_house_moves_while_people_can_act(game: Game) -> None:
    for seconds in range(90, -1, -1):
        pulse.beat(ago(seconds=seconds))
    assert has_moved_for(game)


def test_nobody_is_moved_for_while_nobody_can_act(game: Game) -> None:
    pulse.beat(ago(seconds=4))
    assert not has_moved_for(game)
    assert time_left(game) == pytest.approx(GRACE, abs=3)


def test_whoever_is_back_has_time_to_act(game: Game) -> None:
    let_time_pass(game, seconds=10)
    pulse.beat(ago(seconds=10))
    pulse.beat(ago(seconds=2))  # back, after a gap
    assert not has_moved_for(game)
    assert time_left(game) == pytest.approx(GRACE - 2, abs=2)


def test_the_time_given_is_given_once(game: Game) -> None:
    let_time_pass(game, seconds=10)
    pulse.beat(ago(seconds=31))
    for seconds in range(23, -1, -1):
        pulse.beat(ago(seconds=seconds))
    assert has_moved_for(game)


@pytest.mark.parametrize(("asked", "runs"), [(40, 30), (15, 10)])
def test_no_time_runs_while_nobody_can_act(asked: int, runs: int) -> None:
    """Neither that of a turn which had begun before, nor of one that a bot handed on meanwhile."""
    game = new_game(*four_players(), pace="normal")
    everybody_stays(game)
    let_time_pass(game, seconds=asked)
    for seconds in (20, 10, 9):  # back after ten seconds
        pulse.beat(ago(seconds=seconds))
    door.wait_on(game_id=game.pk, seq=game.seq)  # as a clock does when it finds nothing due
    assert time_left(game) == about(30 + 120 - runs)


@pytest.mark.parametrize("is_stopped", [False, True])
def test_no_time_runs_either_where_all_leases_end_meanwhile(is_stopped: bool) -> None:
    """Nor is it left out twice: who is back wakes no table that never slept."""
    game = new_game(*four_players(), pace="normal")
    let_time_pass(game, seconds=100)
    Player.objects.filter(game=game).update(seen_at=ago(seconds=61))
    pulse.beat(ago(seconds=60))
    if is_stopped:
        door.stop_clock(game_id=game.pk, seq=game.seq)  # as a clock does that finds nobody there
        assert Game.objects.exclude(stopped_at=None).exists()
    pulse.beat(timezone.now())
    looks(game, 0)
    door.wait_on(game_id=game.pk, seq=game.seq)
    assert time_left(game) == about(30 + 120 - 40)


def test_what_is_left_out_is_not_given_as_well() -> None:
    """To a turn whose end a clock saw come while nobody could act."""
    game = new_game(*four_players(), pace="fast")
    everybody_stays(game)
    let_time_pass(game, seconds=130)
    pulse.beat(ago(seconds=60))
    assert not has_moved_for(game)
    pulse.beat(timezone.now())
    door.wait_on(game_id=game.pk, seq=game.seq)
    assert time_left(game) < GRACE
    let_time_pass(game, seconds=GRACE - 1)
    assert not has_moved_for(game)
    assert time_left(game) == about(GRACE)


def test_one_web_process_that_beats_is_enough(game: Game) -> None:
    for seconds in range(60, -1, -2):
        pulse.beat(ago(seconds=seconds))
    assert has_moved_for(game)


async def test_a_beat_that_had_to_wait_says_when_it_was_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With an older moment it would look as if no other process had beaten since."""
    begin = timezone.now()
    moments = [begin, begin + timedelta(seconds=10)]
    told: list[datetime] = []

    async def busy(act: Callable[..., None], *args: Any) -> None:
        moments.pop(0)
        act(*args)
        raise asyncio.CancelledError

    monkeypatch.setattr(pulse, "timezone", SimpleNamespace(now=lambda: moments[0]))
    monkeypatch.setattr(pulse, "in_thread", busy)
    monkeypatch.setattr(pulse, "beat", told.append)
    with pytest.raises(asyncio.CancelledError):
        await pulse.keep_beating()
    assert told == [begin + timedelta(seconds=10)]


def test_bots_go_on(game: Game) -> None:
    bots = new_game("easy", "easy", "easy", "easy")
    let_time_pass(bots, seconds=10)
    pulse.beat(ago(minutes=1))
    house.run_due()
    assert bots.moves.filter(by=Move.By.BOT).count() == 1
