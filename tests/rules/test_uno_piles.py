"""The draw pile runs out: U16."""

from __future__ import annotations

import pytest

from games.rules import uno
from games.rules.fair import shuffled
from games.rules.game import DEALER, IllegalAction
from games.rules.uno.cards import text_of
from games.rules.uno.state import State
from tests.kit.uno.positions import (
    after,
    cards,
    hand,
    legal,
    refusal,
    reshuffled,
    sizes,
    table,
    top,
)

SEED = bytes(range(32))
BELOW = "r1 wild g2 b3"


def empty_pile(*hands: str) -> State:
    return table(*hands, pile="", below=BELOW)


def test_u16_the_pile_is_shuffled_only_when_a_card_must_be_drawn() -> None:
    state = table("g7 b8 b9", "y1 y2 y4", "g1", pile="y9", below=BELOW)
    drawn = after(state, "draw")
    assert (drawn.stage, len(drawn.pile), drawn.turn) == ("play", 0, 1)
    waiting = after(drawn, "draw")
    assert (uno.to_act(waiting), sizes(waiting)) == ((DEALER,), [4, 3, 1])


def test_u16_all_but_the_top_card_becomes_the_new_pile_and_the_draw_goes_on() -> None:
    waiting = after(empty_pile("g7 b8 b9", "y1 y2"), "draw")
    done = reshuffled(waiting, "g2 b3 wild r1")
    assert (hand(done, 0), top(done), done.turn) == ("g2 g7 b8 b9", "r5", 1)
    assert (text_of(done.pile), done.discards) == ("b3 wild r1", cards("r5"))


def test_u16_a_card_that_fits_after_a_reshuffle_may_be_played() -> None:
    done = reshuffled(after(empty_pile("g7 b8 b9", "y1 y2"), "draw"), "wild b3 g2 r1")
    assert legal(done) == [*(f"play wild {colour}" for colour in "rgby"), "keep"]


@pytest.mark.parametrize(
    ("first", "hands"),
    [
        ("draw", ("g7 b8 b9", "y1 y2")),
        ("play g7", ("g7 b8 b9", "y1 y2")),
        ("play r1", ("r1", "y1 y2")),
    ],
)
def test_u16_every_kind_of_draw_may_need_it(first: str, hands: tuple[str, ...]) -> None:
    waiting = after(empty_pile(*hands), first)
    assert uno.to_act(waiting) == (DEALER,)
    assert [legal(waiting, seat) for seat in range(len(hands))] == [[], []]


def test_u16_a_catch_may_need_it_and_the_window_is_as_it_was() -> None:
    state = after(empty_pile("r1 r2", "y1 y2", "b8 b9"), "uno", "play r1", "2: catch 0")
    done = reshuffled(state, "b3 g2 r1 wild r5")
    assert sizes(done) == [1, 2, 4]
    assert (done.turn, legal(done, 2)) == (1, [])
    assert "catch 0" in legal(done, 1)


def test_u16_a_draw_is_interrupted_in_its_middle() -> None:
    state = table("r+2 r1 r2", "y1 y2", "b1", pile="y8", below=BELOW)
    waiting = after(state, "play r+2", "draw")
    assert (sizes(waiting), waiting.debt) == ([2, 3, 1], (1, 1, "draw"))
    done = reshuffled(waiting, "b3 wild g2 r1 r5")
    assert (sizes(done), done.turn, done.pending, done.debt) == ([2, 4, 1], 2, 0, None)


def test_u16_nobody_acts_before_the_reshuffle() -> None:
    waiting = after(empty_pile("g7 b8 b9", "y1 y2"), "draw")
    assert refusal(waiting, "draw") == "The draw pile is being shuffled: wait for it."
    assert refusal(waiting, "0: reshuffle r1") == "Only the dealer deals cards."


@pytest.mark.parametrize("pile", ["r1", "r1 wild g2 b4", "r1 wild g2 b3 r5"])
def test_u16_a_reshuffle_of_other_cards_is_refused(pile: str) -> None:
    waiting = after(empty_pile("g7 b8 b9", "y1 y2"), "draw")
    with pytest.raises(IllegalAction, match="names the discarded cards below the top one"):
        reshuffled(waiting, pile)


def test_u16_no_reshuffle_comes_uncalled_for() -> None:
    with pytest.raises(IllegalAction, match="No reshuffle is due now."):
        reshuffled(empty_pile("g7 b8 b9", "y1 y2"), BELOW)


def test_u16_the_dealer_shuffles_by_round_and_count() -> None:
    waiting = after(empty_pile("g7 b8 b9", "y1 y2"), "draw")
    for number in (0, 3):
        order = shuffled(SEED, f"reshuffle:0:{number}", sorted(cards(BELOW)))
        state = waiting._replace(reshuffles=number)
        assert str(uno.deal(state, SEED)) == f"reshuffle {text_of(order)}"
    assert reshuffled(waiting, BELOW).reshuffles == 1


def test_u16_if_even_that_is_too_little_the_rest_is_forgiven() -> None:
    state = table("wild+4 r1 r2", "y1 y2", "b1", pile="", below="g1")
    done = reshuffled(after(state, "play wild+4 b", "draw"), "g1 r5")
    assert (sizes(done), done.turn, done.pending, done.stage) == ([2, 4, 1], 2, 0, "play")


def test_u16_with_nothing_to_shuffle_one_draws_what_there_is() -> None:
    facing = table("y1 y2", "b1", "g1", top="r+2", pile="y8")._replace(pending=2)
    done = after(facing, "draw")
    assert (sizes(done), done.turn, done.pending, done.stage) == ([3, 1, 1], 1, 0, "play")


def test_u16_as_many_empty_draws_in_a_row_as_seats_end_the_round_with_no_score() -> None:
    state = table("g7 g8", "b8 b9", "y1 y2", pile="")
    two = after(state, "draw", "draw")
    assert (two.stage, two.idle) == ("play", 2)
    over = after(two, "draw")
    result = uno.result(over)
    assert result is not None
    assert (result.winners, result.scores) == ((), (0, 0, 0))


def test_u16_a_play_between_them_starts_the_count_again() -> None:
    state = table("g7 g8", "r8 b9 b7", "y1 y2", pile="")
    assert after(state, "draw", "play r8").idle == 0
