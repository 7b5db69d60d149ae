"""A round played to its end in a few dozen microseconds, everybody playing by rule of thumb.

Hands are lists in the order of thrift: what one parts with most easily comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

from ...rules.briscalone.cards import (
    DECK,
    POINTS,
    RANKS,
    STRENGTHS,
    SUITS,
    WEAKEST_MONKEY,
    Card,
    Suit,
    rank_of,
    suit_of,
)
from ...rules.game import Seat
from .roles import OPEN, SECRET

FEAST: Final = 10  # points that one card alone makes a trick rich with
_COST: Final = POINTS[: len(RANKS)]
_MONKEY_COST: Final = (5, 5, 5, 5, 6, 7, 8, 9, 16, 18)
# How many points a trick must hold to be worth taking with a card of such strength, and how many
# more when that many foes may take it back.
_PRICE: Final = (0,) * WEAKEST_MONKEY + (0, 0, 0, 0, 1, 2, 3, 4, 6, 8)
_RISK: Final = (0, 3, 3, 5, 5)


def _thrift(monkey_suit: Suit, card: Card) -> tuple[int, int]:
    costs = _MONKEY_COST if suit_of(card) == monkey_suit else _COST
    return costs[rank_of(card)], rank_of(card)


THRIFT: Final = tuple(
    tuple(map(sorted(DECK, key=partial(_thrift, monkey)).index, DECK))
    for monkey in range(len(SUITS))
)
SUIT_OF: Final = tuple(map(suit_of, DECK))


class Round(NamedTuple):
    """What does not change while it is played out."""

    monkey_suit: Suit
    called: Card
    bidder: Seat
    partner: Seat
    exposed: bool  # do the others already take the partner for what they are?


def thrifty(cards: Iterable[Card], monkey_suit: Suit) -> list[Card]:
    return sorted(cards, key=THRIFT[monkey_suit].__getitem__)


def play_out(round: Round, hands: list[list[Card]], leader: Seat, table: Sequence[Card]) -> int:
    """The points that the bidder's side takes from here on. Empties the hands."""
    monkey_suit, called, bidder, partner, exposed = round
    in_the_open = OPEN[bidder, partner]
    roles = in_the_open if exposed else SECRET[bidder, partner]
    gained, lying = 0, len(table)
    while hands[(leader + 4) % 5]:
        card = table[0] if lying else hands[leader].pop(0)
        if card == called:
            roles = in_the_open
        strengths = STRENGTHS[monkey_suit][SUIT_OF[card]]
        best, spoils, winner = strengths[card], POINTS[card], leader
        for place in range(1, 5):
            seat = (leader + place) % 5
            if place < lying:
                card = table[place]
            else:
                friend, foes = roles.friends[seat][winner], roles.foes_behind[seat][4 - place]
                card = follow(hands[seat], strengths, best, spoils, friend, foes)
                hands[seat].remove(card)
                if card == called or (seat == partner and tells(card, winner, bidder)):
                    roles = in_the_open
            spoils += POINTS[card]
            if strengths[card] > best:
                best, winner = strengths[card], seat
        if winner in (bidder, partner):
            gained += spoils
        leader, lying = winner, 0
    return gained


def tells(card: Card, winner: Seat | None, bidder: Seat | None) -> bool:
    """Nobody gives the bidder an Ace or a 10 but the partner."""
    return winner == bidder and POINTS[card] >= FEAST


def follow(
    hand: Sequence[Card], strengths: Sequence[int], best: int, spoils: int, friend: bool, foes: int
) -> Card:
    """A card to a trick that a friend or no friend is winning, with some foes yet to play."""
    if friend:
        return hand[0] if foes else _richest(hand, strengths)
    if not foes:
        for card in reversed(hand):
            if best < strengths[card] < WEAKEST_MONKEY and (POINTS[card] or spoils):
                return card
    for card in hand:
        if strengths[card] > best:
            return card if spoils >= _PRICE[strengths[card]] + _RISK[foes] else hand[0]
    return hand[0]


def _richest(hand: Sequence[Card], strengths: Sequence[int]) -> Card:
    """But no monkey card, if there is another."""
    for card in reversed(hand):
        if strengths[card] < WEAKEST_MONKEY:
            return card
    return hand[0]
