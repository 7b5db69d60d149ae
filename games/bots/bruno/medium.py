"""Bruno played with sense: shed low cards, keep function cards, mind who is nearly out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ...rules.bruno.actions import Action, Play
from ...rules.bruno.cards import FUNCTIONS, NINE, ORDINARY_RANKS, TEN, THREE, TWO
from ...rules.bruno.view import View
from ...rules.cards import Mask
from .knowledge import NEXT, PARTNER, Knowledge, goes_out, knowledge, stuck

FEW: Final = 3  # so many cards left is nearly out
# What a card is worth keeping for: ordinary ones by their height, function cards more than most.
PRICES: Final = {
    **{rank: float(place) for place, rank in enumerate(ORDINARY_RANKS)},
    TWO: 7.0,
    THREE: 8.0,
    NINE: 7.5,
    TEN: 12.0,
}
WON: Final = 100.0
COLLECTING: Final = 8.0
COLLECTED: Final = 2.0  # for every card
EACH_MORE: Final = 0.5  # for every card that goes along
STUCK: Final = 3.0
STUCK_NEARLY_OUT: Final = 14.0
GOES_OUT: Final = 60.0
PARTNER_STUCK: Final = 6.0
EVENED_OUT: Final = 1.5
BARRED: Final = 15.0


def medium(view: View, actions: Sequence[Action], rng: Random) -> Action:
    if len(actions) == 1:
        return actions[0]
    known = knowledge(view)
    return max(actions, key=lambda action: worth(known, action))


def worth(known: Knowledge, action: Action) -> float:
    """What it brings the own team, in steps of an ordinary rank; most actions cost something."""
    if not isinstance(action, Play):
        return -COLLECTING - COLLECTED * known.pile.bit_count()
    if not _left(known, action) and not known.down:
        return WON
    demand = known.demand if action.rank in (TWO, THREE, TEN) else action.rank
    brought = EACH_MORE * (len(action.cards) - 1) - PRICES[action.rank]
    brought -= BARRED * _bars_itself(known, action)
    if action.rank == TEN:
        brought -= EVENED_OUT * _lost_by_evening_out(known, action)
    if action.rank == THREE:
        return brought - PARTNER_STUCK * stuck(known.others[PARTNER - 1], demand, known.unseen)
    follows = known.others[NEXT - 1]
    hold_up = STUCK_NEARLY_OUT if follows.total <= FEW else STUCK
    brought += hold_up * stuck(follows, demand, known.unseen)
    return brought - GOES_OUT * goes_out(follows, demand, known.unseen)


def _left(known: Knowledge, play: Play) -> Mask:
    return (known.hand | known.up) & ~play.mask


def _bars_itself(known: Knowledge, play: Play) -> bool:
    """B22: whether nothing but function cards would be left, to go out with."""
    return not known.down and not _left(known, play) & ~FUNCTIONS


def _lost_by_evening_out(known: Knowledge, play: Play) -> int:
    """How many cards in hand the opponents are rid of, and the own team gets, by a redeal."""
    mine = (known.hand & ~play.mask).bit_count()
    following, partner, last = (side.hand for side in known.others)
    return following + last - mine - partner
