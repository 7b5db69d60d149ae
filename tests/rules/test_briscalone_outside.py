"""The rounds and cases of the older program, as it recorded them."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules import briscalone
from games.rules.briscalone import State
from games.rules.briscalone.actions import BIDS, CALLS, PASS, PLAYS, RAISE, Deal
from games.rules.briscalone.cards import DECK, RANKS
from games.rules.briscalone.older import moves_from_rounds
from games.rules.game import IllegalAction
from tests.kit.briscalone.older import rounds_from_moves
from tests.kit.briscalone.positions import replayed, table

DATA = Path(__file__).parent / "data"
ROUND: Any = json.loads((DATA / "briscalone_round.json").read_text())["case"]
CASES: Any = {
    case["id"]: case for case in json.loads((DATA / "briscalone_unit.json").read_text())["cases"]
}
WHOLE = CASES["identity-deal-whole-round"]
SAYINGS: Any = {**dict(enumerate(BIDS)), "P": PASS, "Y": RAISE}

WHOLE_ROUNDS = [
    pytest.param(ROUND["input"], ROUND["expected"], id="scripted"),
    pytest.param(WHOLE["input"], WHOLE["recorded"], id="in-order"),
]


def dealt() -> State:
    return briscalone.apply(table(), -1, Deal(DECK))


def stepped(state: State, steps: list[Any]) -> State:
    """Accepts and refuses what the older program accepted and refused."""
    for step in steps:
        action = SAYINGS[step["bid"]] if "bid" in step else PLAYS[step["throw"]]
        (seat,) = briscalone.to_act(state)
        if step["accepted"]:
            state = briscalone.apply(state, seat, action)
        else:
            with pytest.raises(IllegalAction):
                briscalone.apply(state, seat, action)
    return state


@pytest.mark.parametrize(("given", "expected"), WHOLE_ROUNDS)
def test_a_whole_round_ends_as_the_older_program_recorded_it(given: Any, expected: Any) -> None:
    state = replayed(moves_from_rounds([given]))
    stands = state.results[0]
    assert {
        "firstPlayer": state.auction.opener,
        "bidder": stands.bidder,
        "bidRank": stands.rank,
        "bidPoints": stands.target,
        "calledCard": stands.called,
        "partner": stands.partner,
        "bidderIsPartner": stands.alone,
        "bidTeamPoints": stands.side_points,
        "defendTeamPoints": stands.other_points,
        "bidTeamWins": stands.reached,
        "roundScore": list(stands.scores),
        "playerPoints": list(stands.points),
    } == {name: value for name, value in expected.items() if name != "tricks"}


@pytest.mark.parametrize(("given", "expected"), WHOLE_ROUNDS)
def test_every_trick_goes_where_the_older_program_saw_it_go(given: Any, expected: Any) -> None:
    seen = briscalone.view(replayed(moves_from_rounds([given])), None)
    assert [
        {
            "cards": list(trick.cards),
            "leader": trick.leader,
            "winner": trick.taker,
            "points": trick.points,
        }
        for trick in seen.tricks
    ] == expected["tricks"]


def test_the_scripted_round_has_the_winners_stated_in_its_comments() -> None:
    takers = replayed(moves_from_rounds([ROUND["input"]])).takers
    stated = ROUND["statedTrickWinnersSeats"]
    assert [taker for taker, said in zip(takers, stated, strict=True) if said is not None] == [
        said for said in stated if said is not None
    ]


@pytest.mark.parametrize(("given", "expected"), WHOLE_ROUNDS)
def test_a_round_is_written_as_it_was_read(given: Any, expected: Any) -> None:
    assert rounds_from_moves(moves_from_rounds([given])) == [given]


def test_a_fresh_round_is_as_stated() -> None:
    asserted = CASES["fresh-round"]["asserted"]
    seen = briscalone.view(dealt(), None)
    assert (seen.target, seen.bidder, seen.partner) == (asserted["bidPoints"], None, None)
    assert list(seen.hand_sizes) == [asserted["handSize"]] * asserted["hands"]
    assert (len(seen.tricks), seen.rank) == (asserted["tricksSoFar"], None)
    assert seen.to_act == (asserted["seatToAct"],)
    assert seen.phase == "auction"
    assert seen.points == (0, 0, 0, 0, 0)


def test_the_deal_in_order_gives_the_stated_hands() -> None:
    asserted = CASES["identity-deal"]["asserted"]
    assert [list(hand) for hand in dealt().hands] == asserted["hands"]


def test_the_stated_auction_is_accepted_and_refused_step_by_step() -> None:
    case = CASES["identity-deal-bidding"]
    state = stepped(dealt(), case["steps"])
    assert state.phase == "blind"
    assert state.auction.target == case["asserted"]["bidPoints"]
    assert state.auction.bidder == case["asserted"]["bidder"]
    assert state.auction.rank == case["recorded"]["bidRank"]
    assert state.called is None
    assert briscalone.to_act(state) == (case["asserted"]["seatToAct"],)


def test_the_stated_first_trick_is_judged_after_the_call() -> None:
    case = CASES["identity-deal-first-trick"]
    state = stepped(stepped(dealt(), CASES["identity-deal-bidding"]["steps"]), case["steps"])
    bidder = case["asserted"]["seatToActBeforeCall"]
    assert briscalone.to_act(state) == (bidder,)
    assert len(state.played) == case["asserted"]["trickLengthBeforeCall"]
    state = briscalone.apply(state, bidder, CALLS[case["then"]["callMonkeySuit"]])
    asserted = case["assertedAfterCall"]
    assert state.takers == (asserted["trickWinner"],)
    assert briscalone.to_act(state) == (asserted["seatToAct"],)
    assert state.called is not None and state.called.partner == asserted["partner"]
    trick = briscalone.view(state, None).trick
    assert trick is not None and len(trick.cards) == asserted["currentTrickLength"]


def test_the_button_of_the_second_raise_names_the_rank_and_the_target() -> None:
    rank, target = ROUND["ui"]["buttonTextAtSecondRaise"].removesuffix(" points").split(" and ")
    second = ROUND["input"]["bidActions"].index("Y", 6)
    state = replayed(moves_from_rounds([ROUND["input"]])[: 2 + second])
    assert (RANKS[state.auction.rank or 0], state.auction.target) == (rank, int(target))
