"""Deals that fit what a seat knows, the likelier ones more often."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import Final

from ...rules.briscalone.cards import DECK, Card
from ...rules.briscalone.meta import SEATS
from ...rules.briscalone.view import View
from ...rules.game import Seat
from .strength import strengths
from .suspicion import suspicion

Hands = list[list[Card]]

BIDDERS_LUCK: Final = 2  # of so many deals the best for the bidder: nobody bids on nothing


def played_cards(view: View) -> tuple[Card, ...]:
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    return tuple(chain.from_iterable(trick.cards for trick in tricks))


class Worlds:
    """The deals that one seat holds possible at one moment."""

    def __init__(self, view: View, rng: Random) -> None:
        assert view.seat is not None
        self.view, self.rng, self.seat = view, rng, view.seat
        seen = {*played_cards(view), *view.hand}
        self.unseen = [card for card in DECK if card not in seen]
        self.called = view.called if view.called in self.unseen else None
        if self.called is not None:
            self.unseen.remove(self.called)
        self.weights = suspicion(view)
        self.chances = [self._may_hold(seat) * self.weights[seat] for seat in range(SEATS)]

    def draw(self) -> Hands:
        bidder = self.view.bidder
        if bidder is None or bidder == self.seat:
            return self._deal()
        return max((self._deal() for _ in range(BIDDERS_LUCK)), key=lambda h: self._grip(h[bidder]))

    def _grip(self, hand: Sequence[Card]) -> int:
        held = strengths(hand)
        return max(held) if self.view.monkey_suit is None else held[self.view.monkey_suit]

    def _deal(self) -> Hands:
        """Any deal of what is unseen; the called card goes to a seat by its weight."""
        self.rng.shuffle(self.unseen)
        holder = self._holder()
        hands, start = [], 0
        for seat, size in enumerate(self.view.hand_sizes):
            if seat == self.seat:
                hands.append(list(self.view.hand))
                continue
            end = start + size - (seat == holder)
            hands.append(self.unseen[start:end])
            start = end
        if self.called is not None and holder is not None:
            hands[holder].append(self.called)
        return hands

    def _holder(self) -> Seat | None:
        if self.called is None:
            return None
        (holder,) = self.rng.choices(range(SEATS), self.chances)
        return holder

    def _may_hold(self, seat: Seat) -> bool:
        """The called card, if this seat does not see it."""
        excluded = seat == self.seat or (seat == self.view.bidder and self.view.alone is False)
        return not excluded and self.view.hand_sizes[seat] > 0
