"""P3 while UNO may be called: who was first counts, who was late is told so and may try again."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.log.pov import Pov
from games.models import Game
from games.rules.game import Seat
from games.table.live_page import TablePage
from tests.kit.factories import four_players
from tests.kit.races import at_once
from tests.kit.uno.one_left import UNO, Table

MOVED_ON = "The table has moved on. Look again before you play."
TIMES = 6


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
        assert table.state.one_left is None or table.state.one_left.seat == 1


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
    return TablePage(Pov(game.pk, seat), None).hear({"seq": seq, "action": action})


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
