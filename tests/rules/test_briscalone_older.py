"""R1: games of the older program are read and written, and what is malformed is refused."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.briscalone.older import BadRounds, config_from_rounds, moves_from_rounds, record_of
from games.rules.game import DEALER
from games.rules.record import Record
from games.rules.replay import check
from tests.kit.briscalone.older import rounds_from_moves
from tests.kit.briscalone.positions import IN_ORDER, moves_of, replayed

DATA = Path(__file__).parent / "data"
ROUND: Any = json.loads((DATA / "briscalone_round.json").read_text())["case"]["input"]


@given(name=st.integers(0, 999).map(str), rounds=st.sampled_from([5, 10]))
def test_a_finished_game_is_written_and_read_again_unchanged(name: str, rounds: int) -> None:
    moves = moves_of(name, rounds)
    written = json.loads(json.dumps(rounds_from_moves(moves)))
    assert len(written) == rounds
    assert config_from_rounds(written) == {"rounds": rounds}
    assert moves_from_rounds(written) == moves


@pytest.mark.parametrize(("count", "rounds"), [(1, 5), (4, 5), (5, 5), (6, 10), (10, 10)])
def test_a_number_of_rounds_that_is_no_multiple_of_five_is_an_unfinished_game(
    count: int, rounds: int
) -> None:
    older = rounds_from_moves(moves_of("count", 10))[:count]
    assert config_from_rounds(older) == {"rounds": rounds}
    state = replayed(moves_from_rounds(older), rounds)
    assert len(state.results) == count
    assert state.phase == ("over" if count == rounds else "deal")


@pytest.mark.parametrize("left", [1, 20, 41, 45])
def test_a_round_under_way_is_not_written(left: int) -> None:
    moves = moves_of("left")
    assert rounds_from_moves(moves[:-left]) == rounds_from_moves(moves)[:4]


def test_nothing_is_written_of_a_game_without_a_deal() -> None:
    assert rounds_from_moves([]) == []


def _changed(**changes: Any) -> list[Any]:
    return [deepcopy(ROUND) | changes]


def _without(name: str) -> list[Any]:
    return [{key: value for key, value in ROUND.items() if key != name}]


def _swapped(numbers: list[int], i: int, j: int) -> list[int]:
    swapped = list(numbers)
    swapped[i], swapped[j] = swapped[j], swapped[i]
    return swapped


BIDS = ROUND["bidActions"]
CARDS = ROUND["trickCards"]


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({}, "“rounds” is not a list."),
        ("P", "“rounds” is not a list."),
        (None, "“rounds” is not a list."),
        ([], "There is no round in it."),
        ([7], "Round 1: A round is not a JSON object."),
        (_without("shuffle"), "Round 1: A round has no “shuffle”."),
        (_without("monkeySuit"), "Round 1: A round has no “monkeySuit”."),
        (_changed(extra=1), "Round 1: A round has an unknown key “extra”."),
        (_changed(shuffle="x"), "Round 1: “shuffle” is not a list."),
        (_changed(shuffle=[0] * 39), "Round 1: “shuffle” has not 40 cards."),
        (_changed(shuffle=[True] * 40), "Round 1: “shuffle” is not a whole number."),
        (_changed(shuffle=[0] * 40), "Round 1, the deal: A deal names each of the 40 cards once."),
        (_changed(trickCards=CARDS[:39]), "Round 1: “trickCards” has not 40 cards."),
        (_changed(trickCards=[40] * 40), "Round 1: “trickCards” holds numbers from 0 to 39 only."),
        (_changed(trickCards=[-1] * 40), "Round 1: “trickCards” holds numbers from 0 to 39 only."),
        (_changed(monkeySuit=4), "Round 1: “monkeySuit” holds numbers from 0 to 3 only."),
        (_changed(monkeySuit=None), "Round 1: “monkeySuit” is not a whole number."),
        (_changed(monkeySuit=0.0), "Round 1: “monkeySuit” is not a whole number."),
        (
            _changed(bidActions=[9, "X"]),
            "Round 1: “bidActions” holds numbers from 0 to 9, “P” and “Y” only.",
        ),
        (
            _changed(bidActions=[True]),
            "Round 1: “bidActions” holds numbers from 0 to 9, “P” and “Y” only.",
        ),
        (
            _changed(bidActions=["P", *BIDS]),
            "Round 1, bid 1: Whoever opens the auction has to bid, and cannot pass.",
        ),
        (
            _changed(bidActions=[9, 9, *BIDS[2:]]),
            "Round 1, bid 2: That bid is too high: bid lower than A.",
        ),
        (_changed(bidActions=[*BIDS, "P"]), "Round 1, bid 15: The auction is over."),
        (
            _changed(bidActions=BIDS[:-1]),
            "Round 1, card 1: No card is played before the auction is over.",
        ),
        (
            _changed(trickCards=_swapped(CARDS, 0, 1)),
            "Round 1, card 1: You do not hold the 2 of Clubs.",
        ),
        (
            [ROUND, *_changed(monkeySuit=5)],
            "Round 2: “monkeySuit” holds numbers from 0 to 3 only.",
        ),
        (
            [ROUND, ROUND],
            "Round 2, card 1: You do not hold the 6 of Diamonds.",
        ),
    ],
)
def test_malformed_rounds_are_refused_with_a_sentence(value: object, sentence: str) -> None:
    with pytest.raises(BadRounds) as refused:
        moves_from_rounds(value)
    assert str(refused.value) == sentence


def test_another_monkey_suit_sends_a_trick_elsewhere_and_is_found_out() -> None:
    with pytest.raises(BadRounds, match="Round 1, card 6: You do not hold"):
        moves_from_rounds(_changed(monkeySuit=3))


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ([(0, "bid A")], "Move 1: The cards are being dealt: wait for them."),
        ([(DEALER, IN_ORDER), (0, "fold")], "Move 2: “fold” is no action of this game."),
        ([(DEALER, IN_ORDER), (1, "bid A")], "Move 2: It is not your turn."),
    ],
)
def test_a_log_against_the_rules_is_not_written(
    moves: list[tuple[int, str]], sentence: str
) -> None:
    with pytest.raises(BadRounds) as refused:
        rounds_from_moves(moves)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("count", [1, 5])
def test_such_a_game_is_a_record_that_holds(count: int) -> None:
    older = rounds_from_moves(moves_of("record", 5))[:count]
    record = record_of(older)
    verdict = check(Record.from_json(record.to_json()))
    assert verdict.finished == (count == 5) and verdict.moves == len(record.moves)
    assert record_of(older[0]) == record_of(older[:1])
