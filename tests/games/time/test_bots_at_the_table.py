"""Bots at a table with people: they speak up in time, and one that is broken stops nobody."""

from __future__ import annotations

import logging
import threading
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games import bots
from games.log import door, window
from games.models import Game, Move
from games.rules import rules_of
from games.time import clock, house, thinking
from tests.kit.factories import four_players
from tests.kit.own_bots import KINDS_WITH_BOTS
from tests.kit.reach import reachable, tells
from tests.kit.timed import let_time_pass, new_game
from tests.kit.uno.one_left import Table

pytestmark = pytest.mark.django_db


def fails(view: Any, actions: Any, rng: Any) -> Any:
    raise RuntimeError("broken")


def answers_nonsense(view: Any, actions: Any, rng: Any) -> Any:
    return "dance"


def never_answers(view: Any, actions: Any, rng: Any) -> Any:
    threading.Event().wait(30)


class Asked:
    """Which levels were asked, some of them by a bot that is put in their place."""

    def __init__(self, **instead: Any) -> None:
        self.levels: list[str] = []
        self.instead = instead

    def __call__(self, kind: str, level: str) -> bots.Choose:
        self.levels.append(level)
        return self.instead.get(level, bots.bot(kind, level))  # type: ignore[no-any-return]


@pytest.mark.parametrize("bad", [fails, answers_nonsense, never_answers])
def test_for_a_bot_that_fails_the_easy_one_answers_and_the_log_says_so(
    bad: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = Asked(hard=bad)
    monkeypatch.setattr(thinking, "SECONDS", 0.1)
    monkeypatch.setattr(thinking, "bot", asked)
    game = new_game("hard", *four_players()[1:])
    let_time_pass(game, seconds=2)
    with caplog.at_level(logging.ERROR, logger="games.time.thinking"):
        assert house.run_due() == 1
    assert asked.levels == ["hard", "easy"]
    assert game.moves.get(seq=2).by == Move.By.BOT
    assert "The hard bot of bruno" in caplog.text


def test_bots_that_hang_keep_no_other_from_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "SECONDS", 0.05)
    monkeypatch.setattr(thinking, "bot", Asked(hard=never_answers))
    people = four_players()[1:]
    for _ in range(6):
        let_time_pass(new_game("hard", *people), seconds=2)
    assert house.run_due() == 6
    asked = Asked()
    monkeypatch.setattr(thinking, "bot", asked)
    monkeypatch.setattr(thinking, "SECONDS", 5)
    let_time_pass(new_game("medium", *people), seconds=2)
    assert house.run_due() == 1
    assert asked.levels == ["medium"]


@pytest.mark.parametrize("kind", KINDS_WITH_BOTS)
def test_for_the_absent_the_strongest_bot_plays_that_is_quick_enough(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked()
    monkeypatch.setattr(thinking, "bot", asked)
    level = bots.strongest(kind, house.MILLISECONDS_FOR_THE_ABSENT).level
    seats = rules_of(kind).META.seats[-1]
    game = new_game(*four_players(), *[level] * (seats - 4), kind=kind, pace="fast")
    game.players.filter(seat__lt=4).update(house_moves=2)
    let_time_pass(game, seconds=300)
    assert house.run_due() == 1
    assert asked.levels == [level] != ["easy"]


@pytest.mark.parametrize(
    ("kind", "level"), [("bruno", "expert"), ("uno", "hard"), ("briscalone", "hard")]
)
def test_that_is_the_one_that_taught_itself_or_else_the_hard_one(kind: str, level: str) -> None:
    assert bots.strongest(kind, house.MILLISECONDS_FOR_THE_ABSENT).level == level


@pytest.mark.parametrize("level", ["hard", ""])
def test_p19_nothing_the_house_hands_a_bot_contains_a_seed(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[list[Any]] = []

    def curious(view: Any, actions: Any, rng: Any) -> Any:
        rng.random()
        handed.append(reachable(view, actions, rng))
        return actions[0]

    monkeypatch.setattr(thinking, "bot", lambda kind, level: curious)
    alice, *others = four_players()
    game = new_game(level or alice, *others, pace="fast")
    let_time_pass(game, seconds=300)
    assert house.run_due() == 1
    assert len(handed) == 1
    game.refresh_from_db()
    for secret in (game.seal.seed, bytes(game.seal.server_seed)):
        assert not tells(handed[0], secret)


@pytest.mark.parametrize("kind", KINDS_WITH_BOTS)
def test_p19_delays_do_not_depend_on_what_is_held(kind: str) -> None:
    rules, rng = rules_of(kind), Random(3)
    game = new_game(*["easy"] * rules.META.seats[-1], kind=kind)
    for _ in range(12):
        let_time_pass(game, seconds=5)
        house.run_due()
        position = window.position_of(game.pk, timezone.now())
        due = clock.duties_of(position)
        assert due
        for viewer in (None, *range(len(position.players))):
            other = rules.imagine(rules.view(position.state, viewer), rng)
            assert clock.duties_of(position.with_state(other)) == due


def at_the_window(*, declares: bool, turn: Any = None) -> Table:
    """alice has come down to one card; then `turn` or bob is to play, and a bot may speak up."""
    alice, bob, *_ = four_players()
    table = Table([alice, turn or bob, "hard"], declares=declares)
    assert table.state.one_left is not None and table.state.turn == 1
    return table


def test_a_bot_catches_who_forgets_though_it_is_anothers_turn() -> None:
    table = at_the_window(declares=False)
    let_time_pass(table.game, seconds=2)
    assert house.run_due() == 1
    assert table.made()[-1] == "catch 0"
    assert table.game.moves.get(seq=table.seq).by == Move.By.BOT


def test_a_bot_lets_a_declared_card_pass_and_is_not_asked_again() -> None:
    table = at_the_window(declares=True)
    before = table.seq
    let_time_pass(table.game, seconds=2)
    assert house.run_due() == 1
    assert table.seq == before
    assert Game.objects.get(pk=table.id).deadline is None, "bob has all the time he wants"


def test_the_house_says_uno_for_whom_it_plays() -> None:
    table = Table(four_players()[:2], declares=False, pace="fast")
    table.game.players.filter(seat=0).update(house_moves=2)
    door.wait_on(game_id=table.id, seq=table.seq)
    let_time_pass(table.game, seconds=2)
    assert house.run_due() == 1
    assert table.made()[-1] == "uno"
    assert table.game.moves.get(seq=table.seq).by == Move.By.HOUSE


def test_a_bot_on_turn_leaves_the_window_open_for_a_moment() -> None:
    table = at_the_window(declares=False, turn="easy")
    position = window.position_of(table.id, timezone.now())
    due = {seat: due for due, seat in clock.duties_of(position)}
    assert due[1] - position.game.moved_at >= clock.WINDOW
    assert clock.WINDOW.total_seconds() == 1.5
