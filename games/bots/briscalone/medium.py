"""Counts points, takes rich tricks cheaply, and feeds those it knows to be on its side."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ...rules.briscalone.actions import CALLS, PLAYS, Action
from ...rules.briscalone.cards import STRENGTHS, Card, points_of
from ...rules.briscalone.meta import SEATS
from ...rules.briscalone.view import Trick, View
from ...rules.game import Seat
from .auction import hope, saying
from .playout import SUIT_OF, follow, thrifty
from .strength import blind_card, suit_to_call

MARGIN: Final = 2  # it wants to hope for so many points more than it needs


def medium(view: View, actions: Sequence[Action], rng: Random) -> Action:
    if view.phase == "auction":
        return saying(view, actions, lambda offer: hope(view, offer) >= MARGIN)
    if view.phase == "call":
        assert view.rank is not None
        return CALLS[suit_to_call(view.hand, view.rank)]
    return PLAYS[_card(view)]


def _card(view: View) -> Card:
    trick, monkey_suit = view.trick, view.monkey_suit
    assert trick is not None
    if monkey_suit is None:
        return blind_card(view.hand)
    hand = thrifty(view.hand, monkey_suit)
    if not trick.cards:
        return hand[0]
    strengths = STRENGTHS[monkey_suit][SUIT_OF[trick.cards[0]]]
    best = max(strengths[card] for card in trick.cards)
    friend = trick.taker is not None and is_friend(view, trick.taker)
    return follow(hand, strengths, best, points_of(trick.cards), friend, _foes_behind(view, trick))


def _foes_behind(view: View, trick: Trick) -> int:
    return sum(
        not is_friend(view, (trick.leader + place) % SEATS)
        for place in range(len(trick.cards) + 1, SEATS)
    )


def is_friend(view: View, seat: Seat) -> bool:
    """As far as it is known: while the partner is a secret, the others trust nobody."""
    side = (view.bidder, view.partner)
    if view.partner is None:
        return False
    return (view.seat in side) == (seat in side)
