"""A round thought through to its end, and what its bidder's side may hope for."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from ...rules.briscalone.cards import Card, Rank, Suit, card_of
from ...rules.briscalone.meta import SEATS
from ...rules.briscalone.state import PerSeat
from ...rules.game import Seat
from .playout import Round, play_out, thrifty
from .strength import blind_card, suit_to_call
from .worlds import Hands

# In points: the real round will end about so far from the one thought through.
DOUBT: Final = 6.0


class Bargain(NamedTuple):
    """What the auction was won with, or would be; and what was taken since."""

    bidder: Seat
    rank: Rank
    target: int
    points: PerSeat = (0,) * SEATS
    partner: Seat | None = None  # where it is known
    suspect: Seat | None = None  # whom everybody takes for the partner


class Prospect(NamedTuple):
    chance: float
    partner: Seat


def blindly(bargain: Bargain, hands: Hands, leader: Seat, table: list[Card]) -> Prospect:
    """From within the blind trick, of which `table` is the beginning. Takes from the hands."""
    for place in range(len(table), SEATS):
        seat = (leader + place) % SEATS
        card = blind_card(hands[seat])
        hands[seat].remove(card)
        table.append(card)
    suit = suit_to_call(hands[bargain.bidder], bargain.rank)
    return openly(bargain, [thrifty(hand, suit) for hand in hands], leader, table, suit)


def openly(
    bargain: Bargain, hands: Hands, leader: Seat, table: Sequence[Card], suit: Suit
) -> Prospect:
    """From within any trick, the monkey suit being known. Empties the hands, which are thrifty."""
    bidder, rank, target, points, partner, suspect = bargain
    called = card_of(rank, suit)
    if partner is None:
        partner = _holder(called, hands, leader, table)
    already = points[bidder] + (points[partner] if partner != bidder else 0)
    round = Round(suit, called, bidder, partner, partner == suspect)
    taken = play_out(round, hands, leader, table)
    return Prospect(_chance(already + taken, target), partner)


def _chance(points: int, target: int) -> float:
    return 1 / (1 + exp((target - 0.5 - points) / DOUBT))


def _holder(called: Card, hands: Hands, leader: Seat, table: Sequence[Card]) -> Seat:
    if called in table:
        return (leader + table.index(called)) % SEATS
    return next(seat for seat, hand in enumerate(hands) if called in hand)
