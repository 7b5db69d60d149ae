"""The auction and the call, judged by rounds thought through."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Final

from ...rules.briscalone.actions import Action
from ...rules.briscalone.cards import Suit
from ...rules.briscalone.view import View
from .auction import Offer, hope, raised, saying
from .playout import thrifty
from .strength import ALL_SUITS
from .thought import Bargain, blindly, openly
from .worlds import Hands, Worlds

WORLDS: Final = 60
# A low bid is seldom left standing, and to let it stand costs those points who are against it: so
# little will do at first, and more with every point of a raise. Who raised holds better cards than
# imagined hands do: rounds come out as thought at 61, and ten points above it one in fourteen not.
ENOUGH: Final = 0.38
DEARER: Final = 0.020
HOPELESS: Final = -12  # so far below the target by the rule of thumb; then that decides


def bid(view: View, actions: Sequence[Action], rng: Random) -> Action:
    def promises(offer: Offer) -> bool:
        return chance(view, offer, rng) >= ENOUGH + DEARER * raised(offer)

    return saying(view, actions, promises)


def chance(view: View, offer: Offer, rng: Random) -> float:
    """Of reaching the target, were the auction won with this."""
    assert view.seat is not None
    if hope(view, offer) < HOPELESS:
        return 0.0
    bargain = Bargain(view.seat, offer.rank, offer.target)
    worlds = Worlds(view, rng)
    return fmean(blindly(bargain, worlds.draw(), view.opener, []).chance for _ in range(WORLDS))


def suit_to_call(view: View, rng: Random) -> Suit:
    worlds = Worlds(view, rng)
    gains = [0.0 for _ in ALL_SUITS]
    for _ in range(WORLDS):
        hands = worlds.draw()
        for suit in ALL_SUITS:
            gains[suit] += _gain(view, hands, suit)
    return gains.index(max(gains))


def _gain(view: View, hands: Hands, suit: Suit) -> float:
    """Whoever is alone wins and loses twice as much."""
    assert view.bidder is not None and view.rank is not None and view.trick is not None
    bargain = Bargain(view.bidder, view.rank, view.target)
    ordered = [thrifty(hand, suit) for hand in hands]
    found = openly(bargain, ordered, view.trick.leader, view.trick.cards, suit)
    stake = 4 if found.partner == view.bidder else 2
    return stake * (2 * found.chance - 1)
