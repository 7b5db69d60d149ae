"""A function that is run by place does what it says by name."""

from __future__ import annotations

import inspect
import sys
from typing import Any, NamedTuple

import pytest

from games.rules.unroll import unrolled
from tests.kit.contracts import CASES, NAMES, Case
from tests.kit.playing import steps


class Table(NamedTuple):
    turn: int
    hands: tuple[int, ...]
    pile: str = ""

    @property
    def size(self) -> int:
        return sum(self.hands)


@unrolled
def taken(table: Table, seat: int, *, count: int = 1) -> Table:
    """Some cards from the pile."""
    if not table.pile:
        return table
    hands = tuple(hand + count * (seat == owner) for owner, hand in enumerate(table.hands))
    return table._replace(turn=table.turn + 1, hands=hands, pile=table.pile[count:])


@unrolled
def size_and_turn(table: Table) -> tuple[int, int]:
    return table.size, table.turn


@unrolled
def turn_of_another(table: Table, other: Table) -> Table:
    new = kind = table.turn
    return other._replace(turn=new + kind)


def becomes_another(table: Table) -> Table:
    table = table._replace(turn=1)
    return table


def replaces_nothing(table: Table) -> Table:
    return table._replace(trun=1)  # type: ignore[call-arg]


def test_it_reads_and_replaces_fields() -> None:
    assert taken(Table(0, (3, 4), "abc"), 1) == Table(1, (3, 5), "bc")
    assert taken(Table(0, (3, 4), "abc"), seat=0, count=2) == Table(1, (5, 4), "c")
    assert type(taken(Table(0, (3,), "abc"), 0)) is Table


def test_the_whole_tuple_can_be_handed_on() -> None:
    empty = Table(0, (3, 4))
    assert taken(empty, 1) is empty


def test_what_is_no_field_is_read_as_before() -> None:
    assert size_and_turn(Table(7, (3, 4))) == (7, 7)


def test_other_tuples_and_other_names_are_left_alone() -> None:
    assert turn_of_another(Table(2, ()), Table(0, (1,), "x")) == Table(4, (1,), "x")


def test_it_keeps_its_name_its_words_and_its_lines() -> None:
    assert (taken.__name__, taken.__doc__) == ("taken", "Some cards from the pile.")
    assert taken.__code__.co_filename == __file__
    assert "table.turn + 1" in inspect.getsource(taken)


def test_a_fault_is_shown_in_its_own_line() -> None:
    with pytest.raises(TypeError) as caught:
        size_and_turn(Table(0, ("many",)))  # type: ignore[arg-type]
    lines = [str(entry.statement).strip() for entry in caught.traceback]
    assert "return table.size, table.turn" in lines


def test_a_tuple_that_is_taken_apart_cannot_become_another() -> None:
    with pytest.raises(TypeError, match="cannot become another"):
        unrolled(becomes_another)


def test_a_field_that_is_not_there_cannot_be_replaced() -> None:
    with pytest.raises(TypeError, match="no fields"):
        unrolled(replaces_nothing)


def plain_games(case: Case, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    for module in modules_of(case.kind):
        for name, value in vars(module).copy().items():
            if inspect.isfunction(value):
                monkeypatch.setattr(module, name, inspect.unwrap(value))
    return list(steps(case.rules, case.config, case.seats, "unrolled"))


def modules_of(kind: str) -> list[Any]:
    inside = f"games.rules.{kind}"
    return [module for name, module in sys.modules.items() if name.startswith(inside)]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_a_whole_game_by_name_equals_the_game_by_place(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_place = list(steps(case.rules, case.config, case.seats, "unrolled"))
    assert plain_games(case, monkeypatch) == by_place
