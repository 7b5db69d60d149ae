"""The two lines that every table has room for."""

from __future__ import annotations

from games.log.window import Told
from games.rules.game import DEALER, Seat
from games.rules.table import Mark
from games.rules.words import Phrase
from games.table.news import news


def told(seq: int, seat: Seat, *, is_turn: bool = False, is_by_house: bool = False) -> Told:
    return Told("", seq, Phrase(""), Mark(Phrase("")) if is_turn else None, is_by_house, seat)


def seqs(seat: Seat | None, *lines: Told) -> list[int]:
    """As they are shown to whoever sits there; the lines are given as they were made."""
    return [line.seq for line in news(lines[::-1], seat)]


def test_the_newest_comes_first_and_then_the_one_before() -> None:
    assert seqs(0, told(1, 0), told(2, 1), told(3, 2)) == [3, 2]
    assert seqs(0, told(1, 1)) == [1]
    assert seqs(0) == []


def test_what_turned_the_game_since_the_own_move_stays_until_the_next() -> None:
    redealt = [told(1, 0), told(2, 1), told(3, DEALER, is_turn=True), told(4, 2), told(5, 3)]
    assert seqs(0, *redealt) == [5, 3]
    assert seqs(0, *redealt, told(6, 0)) == [6, 5]
    assert seqs(0, *redealt, told(6, 0), told(7, 1)) == [7, 6]


def test_what_the_house_does_for_somebody_is_no_move_of_theirs() -> None:
    played = [told(1, 1, is_turn=True), told(2, 2), told(3, 0, is_by_house=True), told(4, 1)]
    assert seqs(0, *played) == [4, 1]


def test_what_was_before_the_deal_is_past() -> None:
    dealt = [told(1, 1, is_turn=True), told(2, DEALER), told(3, 2), told(4, 3)]
    assert seqs(0, *dealt) == [4, 3]


def test_of_several_turns_the_last_one_is_told() -> None:
    turns = [told(1, 1, is_turn=True), told(2, 2, is_turn=True), told(3, 3), told(4, 1)]
    assert seqs(0, *turns) == [4, 2]
    assert seqs(0, *turns, told(5, 2, is_turn=True)) == [5, 2]


def test_whoever_only_looks_on_reads_the_last_two() -> None:
    assert seqs(None, told(1, 0, is_turn=True), told(2, 1), told(3, 2)) == [3, 2]
