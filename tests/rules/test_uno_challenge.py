"""Wild Draw Four: bluffed, enforced, challenged. U12 and U13."""

from __future__ import annotations

import pytest

from games.rules import uno
from games.rules.uno.state import State
from tests.kit.uno.positions import after, cards, hand, legal, refusal, reshuffled, sizes, table

COLOURS = "rgby"
FOURS = [f"play wild+4 {colour}" for colour in COLOURS]


def judged(state: State) -> bool:
    assert state.charge is not None
    return state.charge.bluff


@pytest.mark.parametrize(
    ("held", "top", "colour", "bluff"),
    [
        ("g1 b2", "r5", "", False),
        ("r1 b2", "r5", "", True),
        ("g5 b2", "r5", "", True),
        ("wild b2", "r5", "", True),
        ("wild+4 b2", "r5", "", False),
        ("gskip b2", "rskip", "", True),
        ("g+2 b2", "r+2", "", True),
        ("r1 b2", "wild", "g", False),
        ("g1 b2", "wild", "g", True),
    ],
)
def test_u12_it_is_a_bluff_to_hold_anything_else_that_fits(
    held: str, top: str, colour: str, bluff: bool
) -> None:
    state = table(f"{held} wild+4", "y1 y2", top=top, colour=colour)
    assert judged(after(state, "play wild+4 g")) is bluff


def test_u12_it_is_judged_by_the_colour_before_and_not_by_the_one_chosen() -> None:
    assert not judged(after(table("b1 b2 wild+4", "y1 y2"), "play wild+4 b"))


def test_u12_stacked_it_is_judged_as_if_no_sum_were_pending() -> None:
    state = table("wild+4 g1 g2", "wild+4 b1 y2", "y1 y2")
    assert judged(after(state, "play wild+4 b", "play wild+4 r"))
    assert not judged(after(state, "play wild+4 g", "play wild+4 r"))


def test_u12_as_a_last_card_it_is_never_a_bluff() -> None:
    laid = after(table("wild+4", "r1 r2", "y1"), "play wild+4 b")
    assert sizes(laid)[0] == 2
    assert not judged(laid)
    assert sizes(after(laid, "challenge"))[1] == 2 + 6


def test_u12_cards_that_come_later_do_not_make_it_a_bluff() -> None:
    state = table("wild+4 g1", "r1 r2 r3", "y1", pile="r8 r9 b1 b2 b3 b4 b6 b7")
    caught = after(state, "play wild+4 b", "2: catch 0")
    assert hand(caught, 0) == "r8 r9 g1"
    assert sizes(after(caught, "challenge"))[1] == 3 + 6


def test_u12_without_challenges_it_is_enforced() -> None:
    assert legal(table("r1 wild+4 g1", "y1", challenge=False)) == ["play r1"]
    assert legal(table("b1 wild+4 g1", "y1", challenge=False)) == FOURS


def test_u12_without_challenges_it_is_enforced_when_stacked_too() -> None:
    state = table("wild+4 g1 g2", "wild+4 b1 y2", "y1 y2", challenge=False)
    assert legal(after(state, "play wild+4 b")) == ["draw"]
    assert legal(after(state, "play wild+4 g")) == [*FOURS, "draw"]


def test_u12_without_challenges_a_draw_two_in_hand_forbids_it_on_a_draw_two() -> None:
    state = table("r+2 r1 r2", "wild+4 b+2 y2", challenge=False, stack_mixed=True)
    assert legal(after(state, "play r+2")) == ["play b+2", "draw"]


def test_u13_a_bluffer_draws_the_sum_and_the_challenger_takes_a_normal_turn() -> None:
    state = after(table("wild+4 r1 g2", "b1 r2", "y1 y2"), "play wild+4 b", "challenge")
    assert sizes(state) == [6, 2, 2]
    assert (state.turn, state.pending, state.charge) == (1, 0, None)
    assert legal(state) == ["play b1", "uno"]


def test_u13_a_wrong_challenge_costs_the_sum_and_two_and_the_turn() -> None:
    state = after(table("wild+4 g1 g2", "b1 r2", "y1 y2"), "play wild+4 b", "challenge")
    assert sizes(state) == [2, 8, 2]
    assert (state.turn, state.pending, state.charge) == (2, 0, None)


@pytest.mark.parametrize(("held", "expected"), [("b1", [2, 10, 2]), ("g9", [2, 2, 12])])
def test_u13_only_the_newest_of_a_stack_is_judged_and_the_whole_sum_is_drawn(
    held: str, expected: list[int]
) -> None:
    state = table(
        "wild+4 r1 g2", f"wild+4 {held} y2", "y1 y9", pile="r9 r9 r8 r8 r7 r7 r6 r6 r4 r4 r3"
    )
    sent = after(state, "play wild+4 b", "play wild+4 y", "challenge")
    assert sizes(sent) == expected


def test_u13_only_the_next_seat_challenges() -> None:
    state = after(table("wild+4 g1 g2", "b1 r2", "y1 y2"), "play wild+4 b")
    assert "challenge" not in legal(state, 2)
    sentence = "Only the next player may challenge a Wild Draw Four."
    assert refusal(state, "2: challenge") == sentence


@pytest.mark.parametrize("first", ["play r1", "play r+2", "play wild b"])
def test_u13_there_must_be_something_to_challenge(first: str) -> None:
    state = after(table("r1 r+2 wild g1 g2", "b1 r2 b2"), first)
    assert refusal(state, "challenge") == "There is no Wild Draw Four to challenge."


def test_u13_what_was_taken_cannot_be_challenged() -> None:
    state = after(table("wild+4 g1 g2", "b1 r2", "y1 y2"), "play wild+4 b", "draw")
    assert refusal(state, "challenge") == "There is no Wild Draw Four to challenge."


def test_u13_a_table_may_play_without_challenges() -> None:
    state = after(table("wild+4 g1 g2", "b1 r2", challenge=False), "play wild+4 b")
    assert refusal(state, "challenge") == "At this table nobody can challenge."


@pytest.mark.parametrize("held", ["r1 g2", "g1 g2"])
def test_u13_the_challenger_alone_is_shown_the_accused_hand(held: str) -> None:
    state = after(table(f"wild+4 {held}", "b1 r2", "y1 y2"), "play wild+4 b", "challenge")
    assert uno.view(state, 1).known[0] == cards(held)
    assert uno.view(state, 2).known[0] == b""
    assert uno.view(state, None).known[0] == b""


def test_u13_the_challenger_remembers_until_those_cards_are_played() -> None:
    state = table("wild+4 g1 g2 g2", "b1 r2", "y1 y2", pile="r9 r8 r7 r6 r4 r3 r1")
    state = after(state, "play wild+4 g", "challenge", "draw", "play g2")
    assert uno.view(state, 1).known[0] == cards("g1 g2")


def test_u13_the_bluffer_alone_knows_of_the_bluff() -> None:
    state = after(table("wild+4 r1 g2", "b1 r2", "y1 y2"), "play wild+4 b")
    assert [uno.view(state, seat).bluff for seat in (0, 1, 2, None)] == [True, None, None, None]


def test_u13_everyone_knows_what_would_have_fitted_instead() -> None:
    state = after(table("wild+4 r1 g2", "b1 r2", "y1 y2"), "play wild+4 b")
    reds = "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 rskip rrev r+2"
    assert uno.view(state, None).instead == cards(f"{reds} g5 b5 y5 wild")


def test_u13_a_challenge_closes_the_window() -> None:
    state = after(table("wild+4 r1", "b1 r2", "y1 y2"), "play wild+4 b", "challenge")
    assert state.one_left is None
    assert "catch 0" not in legal(state)


def test_u13_a_penalty_may_need_a_reshuffle_and_nobody_acts_before_it() -> None:
    state = table("wild+4 g1 g2", "b1 r2", "y1 y2", pile="b8 b9", below="r1 r2 r3 r4 r6")
    waiting = after(state, "play wild+4 b", "challenge")
    assert uno.to_act(waiting) == (-1,)
    assert sizes(waiting) == [2, 4, 2]
    done = reshuffled(waiting, "r6 r4 r3 r2 r1 r5")
    assert (sizes(done), done.turn, len(done.pile)) == ([2, 8, 2], 2, 2)
