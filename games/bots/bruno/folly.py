"""Plays that people would call foolish in a partner, whatever they may be good for."""

from __future__ import annotations

from typing import Final

from ...rules.bruno.actions import Action, Play
from ...rules.bruno.cards import NINE, TEN, THREE
from .knowledge import PARTNER, Knowledge, goes_out, stuck

SURE: Final = 0.999
LIKELY: Final = 0.8

THREE_ONTO_STUCK: Final = "a 3 onto a partner who must collect"
TEN_ONTO_LAST_CARD: Final = "a 10 that takes a one-card partner's win away"
NINE_ONTO_EMPTY_HAND: Final = "a 9 into the partner's empty hand"


def folly(known: Knowledge, action: Action) -> str | None:
    """Which of them it is, if any: as far as the seat can tell."""
    if not isinstance(action, Play):
        return None
    partner = known.others[PARTNER - 1]
    if action.rank == THREE and known.pile and stuck(partner, known.demand, known.unseen) > SURE:
        return THREE_ONTO_STUCK
    if action.rank == TEN and goes_out(partner, known.demand, known.unseen) > LIKELY:
        return TEN_ONTO_LAST_CARD
    if action.rank == NINE and not partner.hand and stuck(partner, NINE, known.unseen) > SURE:
        return NINE_ONTO_EMPTY_HAND
    return None
