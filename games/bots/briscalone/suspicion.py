"""Who may be the partner, from what was played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ...rules.briscalone.cards import POINTS, STRENGTHS, Card
from ...rules.briscalone.meta import SEATS
from ...rules.briscalone.view import Trick, View
from ...rules.game import Seat
from .playout import FEAST, SUIT_OF

Weights = tuple[float, ...]
ALONE: Final = 0.15  # how likely the bidder called a card of their own


class Deed(NamedTuple):
    """A card added to a trick: who was winning, and what it did."""

    seat: Seat
    winner: Seat  # before this card
    card: Card
    takes: bool
    bidder_behind: bool


class Signs(NamedTuple):
    taking: float
    feeding: float  # an Ace or a 10
    giving: float  # some points
    nothing: float

    def told_by(self, deed: Deed) -> float:
        if deed.takes:
            return self.taking
        points = POINTS[deed.card]
        if points >= FEAST:
            return self.feeding
        return self.giving if points else self.nothing


# Counted in games of medium and hard bots, and rounded towards 1: people play differently.
_BIDDER_WINS: Final = Signs(taking=0.5, feeding=4, giving=1.3, nothing=0.75)
_BIDDER_TO_COME: Final = Signs(taking=0.9, feeding=1.6, giving=1.1, nothing=0.85)
_BIDDER_BEATEN: Final = Signs(taking=1.3, feeding=0.15, giving=0.7, nothing=1.4)


def deeds(view: View) -> Iterator[Deed]:
    """Of the tricks after the blind one: in that nobody knew whom to help."""
    open_trick = () if view.trick is None else (view.trick,)
    for trick in (*view.tricks[1:], *open_trick):
        yield from _deeds(view, trick)


def _deeds(view: View, trick: Trick) -> Iterator[Deed]:
    assert view.monkey_suit is not None and view.bidder is not None
    if not trick.cards:
        return
    strengths = STRENGTHS[view.monkey_suit][SUIT_OF[trick.cards[0]]]
    best, winner = strengths[trick.cards[0]], trick.leader
    bidder_at = (view.bidder - trick.leader) % SEATS
    for place, (seat, card) in enumerate(trick.plays[1:], 1):
        takes = strengths[card] > best
        yield Deed(seat, winner, card, takes, bidder_at > place)
        if takes:
            best, winner = strengths[card], seat


def _telling(deed: Deed, bidder: Seat) -> float:
    """How many times likelier the partner does this than somebody else."""
    if deed.winner == bidder:
        signs = _BIDDER_WINS
    else:
        signs = _BIDDER_TO_COME if deed.bidder_behind else _BIDDER_BEATEN
    return signs.told_by(deed)


def suspicion(view: View) -> Weights:
    """For every seat how likely it was dealt the called card, as a spectator would judge."""
    if view.monkey_suit is None or view.bidder is None:
        return (1.0,) * SEATS
    weights = [1.0] * SEATS
    weights[view.bidder] = ALONE
    for deed in deeds(view):
        if deed.seat != view.bidder:
            weights[deed.seat] *= _telling(deed, view.bidder)
    return tuple(weights)
