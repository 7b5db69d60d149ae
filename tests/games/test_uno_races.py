"""P3 at the window of UNO: who was first counts, and who was late is told so and may try again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count

import pytest

from accounts.models import User
from games.log import door, window
from games.models import Game
from games.rules import fair, rules_of
from games.rules.game import DEALER, Seat
from games.rules.uno.state import State
from games.table.hearing import answer
from tests.factories import four_players

from .test_race import at_once

UNO = rules_of("uno")
MOVED_ON = "The table has moved on. Look again before you play."
TIMES = 6


class Table:
    """A game through the real door, played until somebody has just come down to one card."""

    def __init__(self, users: Sequence[User | str], *, declares: bool, pace: str = "off") -> None:
        config = UNO.META.configure({"hand_size": 2, "first_seat": 0})
        self.game = door.start(
            kind="uno",
            config=config,
            players=users,
            server_seed=seed_with_an_opening(len(users)),
            nonces=[""] * len(users),
            pace=pace,
        )
        self.id: int = self.game.pk
        if declares:
            self.play(0, "uno")
        self.play(0, opening(self.state) or "")

    @property
    def seq(self) -> int:
        return window.seq_of(self.id)

    @property
    def state(self) -> State:
        state: State = window.state_of(self.id, self.seq)
        return state

    @property
    def sizes(self) -> list[int]:
        return [hand.bit_count() for hand in self.state.hands]

    def play(self, seat: Seat, action: str) -> None:
        door.play(game_id=self.id, seat=seat, seq=self.seq, action=action)

    def attempt(self, seat: Seat, action: str) -> partial[int]:
        return partial(door.play, game_id=self.id, seat=seat, seq=self.seq, action=action)

    def made(self) -> list[str]:
        moves = self.game.moves.order_by("seq").values_list("seq", "action")
        assert [seq for seq, _action in moves] == list(range(1, self.seq + 1))
        return [action for _seq, action in moves]


def opening(state: State) -> str | None:
    """A number that the first seat can lay."""
    plays = (str(action) for action in UNO.legal_actions(state, 0) if state.turn == 0)
    return next((text for text in plays if text[-1].isdecimal() and "+" not in text), None)


def seed_with_an_opening(seats: int) -> bytes:
    for number in count():
        server_seed = number.to_bytes(32)
        seed = fair.game_seed(server_seed, [""] * seats)
        state = UNO.new(UNO.META.configure({"hand_size": 2, "first_seat": 0}), seats)
        if opening(UNO.apply(state, DEALER, UNO.deal(state, seed))):
            return server_seed
    raise AssertionError


@pytest.fixture
def users(transactional_db: None) -> list[User]:
    return four_players()


def test_of_uno_and_catch_the_first_counts(users: list[User]) -> None:
    for _ in range(TIMES):
        table = Table(users, declares=False)
        outcomes = at_once([table.attempt(0, "uno"), table.attempt(2, "catch 0")])
        assert outcomes == {"made": 1, "Stale": 1}
        was_caught = table.made()[-1] == "catch 0"
        assert table.sizes == ([3, 2, 2, 2] if was_caught else [1, 2, 2, 2])


def test_of_a_catch_and_the_next_play_the_first_counts(users: list[User]) -> None:
    for _ in range(TIMES):
        table = Table(users, declares=False)
        turn = str(UNO.legal_actions(table.state, 1)[0])
        outcomes = at_once([table.attempt(1, turn), table.attempt(2, "catch 0")])
        assert outcomes == {"made": 1, "Stale": 1}
        was_caught = table.made()[-1] == "catch 0"
        assert table.sizes[0] == (3 if was_caught else 1)
        assert table.state.window is None or table.state.window.seat == 1


def test_of_several_catches_at_once_one_counts_and_is_paid_once(users: list[User]) -> None:
    for _ in range(TIMES):
        table = Table(users, declares=False)
        outcomes = at_once([table.attempt(seat, "catch 0") for seat in (1, 2, 3)])
        assert outcomes == {"made": 1, "Stale": 2}
        assert table.sizes == [3, 2, 2, 2]
        assert table.made().count("catch 0") == 1


def test_of_several_false_catches_at_once_one_pays_and_the_others_may_think_again(
    users: list[User],
) -> None:
    table = Table(users, declares=True)
    outcomes = at_once([table.attempt(seat, "catch 0") for seat in (1, 2, 3)])
    assert outcomes == {"made": 1, "Stale": 2}
    assert sorted(table.sizes) == [1, 2, 2, 4]


def test_one_seat_in_two_tabs_catches_once(users: list[User]) -> None:
    table = Table(users, declares=True)
    assert at_once([table.attempt(2, "catch 0")] * 4) == {"made": 1, "Stale": 3}
    assert table.sizes == [1, 2, 4, 2]


def said(game: Game, seat: Seat, seq: int, action: str) -> str:
    return answer(game.pk, seat, {"seq": seq, "action": action})


def test_a_catch_that_another_overtook_is_told_so_and_then_that_nobody_is_left(
    users: list[User],
) -> None:
    table = Table(users, declares=False)
    seq = table.seq
    assert said(table.game, 1, seq, "catch 0") == ""
    assert said(table.game, 2, seq, "catch 0") == MOVED_ON
    assert said(table.game, 2, table.seq, "catch 0") == (
        "There is nobody to catch: nobody has just come down to one card."
    )


def test_a_catch_that_an_uno_overtook_can_be_said_again_and_then_costs(users: list[User]) -> None:
    table = Table(users, declares=False)
    seq = table.seq
    assert said(table.game, 0, seq, "uno") == ""
    assert said(table.game, 2, seq, "catch 0") == MOVED_ON
    assert table.sizes == [1, 2, 2, 2]
    assert said(table.game, 2, table.seq, "catch 0") == ""
    assert table.sizes == [1, 2, 4, 2]


def test_an_uno_from_an_older_page_is_told_so_and_said_again_once(users: list[User]) -> None:
    table = Table(users, declares=False)
    seq = table.seq
    assert said(table.game, 0, seq - 1, "uno") == MOVED_ON
    assert said(table.game, 0, seq, "uno") == ""
    assert said(table.game, 0, table.seq, "uno") == "You have said UNO already."
