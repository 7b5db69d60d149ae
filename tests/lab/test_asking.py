"""Who is asked when, at a table where others than the seat on turn may act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from games.lab import simulation
from games.lab.simulation import Game, Plan
from games.rules.game import Seat
from tests.kit.bell import BELL

Asked = list[tuple[Seat, tuple[str | None, ...]]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Asked, list[tuple[Seat, str]]]]:
    def play_bell(way: int, ringers: Sequence[Seat] = ()) -> tuple[Asked, list[tuple[Seat, str]]]:
        asked: Asked = []

        def choose(view: Seat, actions: Sequence[Any], rng: Random) -> Any:
            asked.append((view, tuple(actions)))
            return actions[0] if actions[0] == "go" or view in ringers else None

        monkeypatch.setattr(simulation, "rules_of", lambda kind: BELL)
        monkeypatch.setattr(simulation, "chooser", lambda kind, level: choose)
        game = Game(Plan("bell", {"way": way}, ("x",) * 4, "seed"), ("x",) * 4, bytes(32))
        game.play()
        return asked, game.log

    return play_bell


Play = Callable[..., tuple[Asked, list[tuple[Seat, str]]]]


def test_after_an_action_the_others_are_asked_in_turn_order_from_whoever_acted(play: Play) -> None:
    asked, _ = play(way=1)
    # Seat 0 goes; then 0, 2, 3 are asked, and seat 1 is on turn.
    assert [seat for seat, _ in asked[:5]] == [0, 0, 2, 3, 1]


def test_turn_order_may_run_the_other_way(play: Play) -> None:
    asked, _ = play(way=-1)
    assert [seat for seat, _ in asked[:5]] == [0, 0, 2, 1, 3]


def test_only_those_out_of_turn_are_offered_to_decline(play: Play) -> None:
    asked, _ = play(way=1)
    assert asked[:2] == [(0, ("go", "hop")), (0, ("ring", None))]


def test_who_has_no_choice_is_not_asked(play: Play) -> None:
    asked, log = play(way=1)
    assert log[-1] == (3, "go")
    assert (3, ("go",)) not in asked


def test_after_an_action_out_of_turn_all_are_asked_again(play: Play) -> None:
    asked, log = play(way=1, ringers=[2])
    assert log[:3] == [(0, "go"), (2, "ring"), (1, "go")]
    assert [seat for seat, _ in asked[:6]] == [0, 0, 2, 3, 0, 1]


def test_a_bot_that_always_declines_holds_nobody_up(play: Play) -> None:
    _, log = play(way=1)
    assert log == [(seat, "go") for seat in range(4)]
