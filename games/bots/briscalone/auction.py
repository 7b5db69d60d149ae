"""How a bot goes through the auction, whatever it thinks of its cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ...rules.briscalone.actions import PASS, Action, Bid, Raise
from ...rules.briscalone.cards import LOWEST, Rank
from ...rules.briscalone.view import View
from .strength import prospects


class Offer(NamedTuple):
    action: Action
    rank: Rank
    target: int


def saying(view: View, actions: Sequence[Action], promises: Callable[[Offer], bool]) -> Action:
    """The offer with most hope, if it promises enough; else a pass, or an Ace to open with."""
    best = max(_offers(view, actions), key=lambda offer: hope(view, offer))
    if promises(best):
        return best.action
    return PASS if PASS in actions else actions[0]


def _offers(view: View, actions: Sequence[Action]) -> Iterator[Offer]:
    for action in actions:
        if isinstance(action, Bid):
            yield Offer(action, action.rank, view.target)
        if isinstance(action, Raise):
            yield Offer(action, LOWEST, view.target + 2)


def hope(view: View, offer: Offer) -> int:
    """By how many points the rule of thumb is above the target."""
    return max(prospects(view.hand, offer.rank)) - offer.target
