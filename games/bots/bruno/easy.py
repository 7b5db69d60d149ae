"""Bruno played carelessly."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ...rules.bruno.actions import Action, Play
from ...rules.bruno.cards import FUNCTION_RANKS, TEN
from ..choose import Blind

PAYS_ATTENTION: Final = 0.6


@Blind
def easy(actions: Sequence[Action], rng: Random) -> Action:
    """One low card at a time, or whatever comes to hand; but nobody's plans upset by a 10."""
    if len(actions) == 1:
        return actions[0]
    if rng.random() >= PAYS_ATTENTION:
        action = rng.choice(actions)
        if not (isinstance(action, Play) and action.rank == TEN):
            return action
    return min(actions, key=_dearness)


def _dearness(action: Action) -> tuple[bool, int]:
    if not isinstance(action, Play):
        return True, TEN
    return action.rank in FUNCTION_RANKS, action.rank
