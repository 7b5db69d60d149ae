"""How a bot goes through the auction, whatever it thinks of its cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ...rules.briscalone.actions import PASS, Action, Bid, Raise
from ...rules.briscalone.cards import LOWEST, Rank
from ...rules.briscalone.state import FIRST_TARGET
from ...rules.briscalone.view import View
from .strength import prospects


class Offer(NamedTuple):
    action: Action
    rank: Rank
    target: int


def saying(view: View, actions: Sequence[Action], promises: Callable[[Offer], bool]) -> Action:
    """What promises enough: the lowest offer, or else the one with most hope.

    Among five there is nearly always one whose hand is worth a 2, so ranks above it are said by
    those alone whose hand is worth no more. Without any a pass, or an Ace to open with.
    """
    offers = list(_offers(view, actions))
    hopeful = max(offers, key=lambda offer: hope(view, offer))
    for offer in dict.fromkeys((offers[-1], hopeful)):
        if promises(offer):
            return offer.action
    return PASS if PASS in actions else actions[0]


def raised(offer: Offer) -> int:
    """By how many points: whoever raises holds something, and the more so the higher it goes."""
    return offer.target - FIRST_TARGET


def _offers(view: View, actions: Sequence[Action]) -> Iterator[Offer]:
    for action in actions:
        if isinstance(action, Bid):
            yield Offer(action, action.rank, view.target)
        if isinstance(action, Raise):
            yield Offer(action, LOWEST, view.target + 2)


def hope(view: View, offer: Offer) -> int:
    """By how many points the rule of thumb is above the target."""
    return max(prospects(view.hand, offer.rank)) - offer.target
