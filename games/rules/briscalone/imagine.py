"""A whole table that fits what one viewer knows: every such deal is equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random

from ..game import Seat
from .cards import DECK, Card, Hand
from .state import Auction, Called, State
from .view import View


def imagine(view: View, rng: Random) -> State:
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    played = tuple(chain.from_iterable(trick.cards for trick in tricks))
    hands = _hands(view, played, rng)
    return State(
        view.rounds,
        view.results,
        view.phase,
        view.to_act[0] if view.to_act else None,
        hands,
        Auction(
            view.opener,
            tuple(said.saying for said in view.bids),
            view.bidder,
            view.rank,
            view.target,
        ),
        _called(view, hands),
        played,
        tuple(trick.taker for trick in view.tricks if trick.taker is not None),
        view.points,
    )


def _hands(view: View, played: Sequence[Card], rng: Random) -> tuple[Hand, ...]:
    """Any card may be played to any trick (R9), so no play tells what a hand lacks."""
    seen = {*played, *view.hand}
    unseen = [card for card in DECK if card not in seen]
    rng.shuffle(unseen)
    hands, start = [], 0
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            hands.append(view.hand)
        else:
            hands.append(tuple(sorted(unseen[start : start + size])))
            start += size
    return tuple(hands)


def _called(view: View, hands: Sequence[Hand]) -> Called | None:
    if view.monkey_suit is None or view.called is None:
        return None
    return Called(view.monkey_suit, view.called, _partner(view, view.called, hands))


def _partner(view: View, called: Card, hands: Sequence[Hand]) -> Seat:
    if view.partner is not None:
        return view.partner
    return next(seat for seat, hand in enumerate(hands) if called in hand)
