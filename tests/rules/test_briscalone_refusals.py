"""Every refusal is a sentence for the player who tried, and changes nothing."""

import pytest

from games.rules import briscalone
from games.rules.briscalone import State
from games.rules.briscalone.actions import Deal
from games.rules.game import DEALER, IllegalAction, Seat
from tests.kit.briscalone.positions import (
    ACE_BY_SEAT_0,
    FOUR_PASSES,
    IN_ORDER,
    after,
    finished_round,
    table,
)

AUCTION = (IN_ORDER,)
KING = (IN_ORDER, "bid K")
TWO = (IN_ORDER, "bid 2")
BLIND = (IN_ORDER, *ACE_BY_SEAT_0)
FOUR_CARDS = (*BLIND, "play 2d", "play Ad", "play Qs", "play 6h")
FIVE_CARDS = (*FOUR_CARDS, "play 4c")
TRICKS = (*FIVE_CARDS, "call d")


def refusal(state: State, seat: Seat, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        briscalone.apply(state, seat, briscalone.parse(text))
    return str(refused.value)


@pytest.mark.parametrize(
    ("told", "seat", "text", "sentence"),
    [
        (AUCTION, 0, "pass", "Whoever opens the auction has to bid, and cannot pass."),
        (AUCTION, 0, "raise", "Nobody can raise before a 2 has been bid."),
        (AUCTION, 1, "bid A", "It is not your turn."),
        (AUCTION, 0, "play 2d", "No card is played before the auction is over."),
        (KING, 1, "bid K", "That bid is too high: bid lower than K."),
        (KING, 1, "bid A", "That bid is too high: bid lower than K."),
        (KING, 1, "raise", "Nobody can raise before a 2 has been bid."),
        (KING, 0, "bid 2", "It is not your turn."),
        (TWO, 1, "bid 2", "A 2 has been bid, and nothing is lower: raise or pass."),
        (BLIND, 0, "bid K", "The auction is over."),
        (BLIND, 1, "pass", "The auction is over."),
        (BLIND, 0, "raise", "The auction is over."),
        (BLIND, 0, "play Ad", "You do not hold the Ace of Diamonds."),
        (BLIND, 1, "play Ad", "It is not your turn."),
        (FIVE_CARDS, 1, "call d", "Only the bidder calls the monkey suit."),
        (
            FIVE_CARDS,
            0,
            "play 3d",
            "No card is played before the bidder has called the monkey suit.",
        ),
        (TRICKS, 0, "call d", "The monkey suit has been called already."),
        (TRICKS, 1, "bid 2", "The auction is over."),
        (TRICKS, 1, "play Ad", "You do not hold the Ace of Diamonds."),
        (TRICKS, 0, "play 3d", "It is not your turn."),
        (AUCTION, 0, IN_ORDER, "Only the dealer deals cards."),
        (AUCTION, DEALER, IN_ORDER, "No deal is due now."),
        ((), 0, "bid A", "The cards are being dealt: wait for them."),
        ((), 0, IN_ORDER, "Only the dealer deals cards."),
        ((), DEALER, "play 2d", "The cards are being dealt: wait for them."),
        ((), DEALER, "deal 2d 2d", "A deal names each of the 40 cards once."),
        ((), DEALER, IN_ORDER + " 2d", "A deal names each of the 40 cards once."),
    ],
)
def test_what_the_rules_forbid_is_refused_with_a_sentence(
    told: tuple[str, ...], seat: Seat, text: str, sentence: str
) -> None:
    assert refusal(after(table(), *told), seat, text) == sentence


@pytest.mark.parametrize("told", [AUCTION, KING, BLIND, FOUR_CARDS], ids=str)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_suit_is_not_called_before_the_fifth_card(told: tuple[str, ...], seat: Seat) -> None:
    sentence = "The monkey suit is called after the fifth card of the first trick, not before."
    assert refusal(after(table(), *told), seat, "call d") == sentence


@pytest.mark.parametrize("text", ["bid A", "pass", "raise", "play 2d", "call d"])
def test_nobody_acts_between_rounds(text: str) -> None:  # R12
    state = finished_round(after(table(), IN_ORDER))
    for seat in range(5):
        assert refusal(state, seat, text) == "The cards are being dealt: wait for them."


@pytest.mark.parametrize("text", ["bid A", "pass", "raise", "play 2d", "call d", IN_ORDER])
def test_nobody_acts_after_the_last_round(text: str) -> None:  # R12
    state = table()
    for chance in range(5):
        state = finished_round(after(state, IN_ORDER), chance)
    for seat in (DEALER, *range(5)):
        assert refusal(state, seat, text) == "The game is over."


def test_a_seat_that_is_not_at_the_table_is_not_in_turn() -> None:
    state = after(table(), IN_ORDER, "bid 3", *FOUR_PASSES)
    assert refusal(state, 7, "play 2d") == "It is not your turn."


def test_a_deal_must_be_of_cards_that_are_there() -> None:
    with pytest.raises(IllegalAction, match="each of the 40 cards once"):
        briscalone.apply(table(), DEALER, Deal(tuple(range(1, 41))))


@pytest.mark.parametrize(
    "text",
    ["bid", "bid 7", "bid 1", "bid  A", "bid a", "bid A ", "raise 2", "play 10", "play 7h"]
    + ["play 2d 3d", "call", "call x", "call hearts", "deal 2d  3d", "deal 0 2d", "Pass", "deal\n"],
)
def test_malformed_text_is_no_action_of_this_game(text: str) -> None:
    with pytest.raises(IllegalAction, match="is no action of this game"):
        briscalone.parse(text)
