"""Bruno's bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from ...rules.bruno.actions import Action, Play
from ...rules.bruno.state import FUNCTION_RANKS
from ..choose import Blind, Choose
from .easy import easy
from .hard import hard
from .medium import medium


@Blind
def greedy(actions: Sequence[Action], rng: Random) -> Action:
    """The lowest ordinary cards, function cards last; of either all there are of the rank."""
    return min(actions, key=_dearness)


def _dearness(action: Action) -> tuple[int, int, int]:
    if not isinstance(action, Play):
        return 2, 0, 0
    return int(action.rank in FUNCTION_RANKS), action.rank, -len(action.cards)


LEVELS: Final[Mapping[str, Choose]] = {
    "greedy": greedy,
    "easy": easy,
    "medium": medium,
    "hard": hard,
}
