"""What a hand is worth in the auction, by rule of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...rules.briscalone.cards import DECK, POINTS, SUITS, Card, Rank, Suit, card_of, rank_of

# Fitted to rounds played out from random deals: the points that the bidder's side may hope for
# with no card to speak of, and what each card of the monkey suit adds, held or called.
_NOTHING_HELD: Final = 31
_HELD: Final = (3, 3, 3, 3, 3, 5, 7, 10, 13, 32)
_CALLED: Final = (0, 0, 0, 0, 0, 5, 7, 10, 13, 31)
_ALONE: Final = -30  # for calling a card of one's own hand: nobody helps

WORTH: Final = tuple(_HELD[rank_of(card)] for card in DECK)
ALL_SUITS: Final = range(len(SUITS))


def strengths(hand: Sequence[Card]) -> list[int]:
    """By suit, were it the monkey suit."""
    found = [0, 0, 0, 0]
    for card in hand:
        found[card // 10] += WORTH[card]
    return found


def prospects(hand: Sequence[Card], rank: Rank) -> list[int]:
    """By suit: the points to hope for when this rank of it is called."""
    base = _NOTHING_HELD + _CALLED[rank]
    found = [base + held for held in strengths(hand)]
    for suit in ALL_SUITS:
        if card_of(rank, suit) in hand:
            found[suit] += _ALONE - _CALLED[rank]
    return found


def suit_to_call(hand: Sequence[Card], rank: Rank) -> Suit:
    found = prospects(hand, rank)
    return found.index(max(found))


def blind_card(hand: Sequence[Card]) -> Card:
    """Few points, from a suit that its holder would hardly call."""
    held = strengths(hand)
    return min(hand, key=lambda card: (POINTS[card], held[card // 10]))
