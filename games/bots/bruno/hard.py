"""Bruno by weighing what every play leaves to each of the four."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from ...rules.bruno.actions import Action, Flip, Play
from ...rules.bruno.cards import TEN
from ...rules.bruno.view import View
from .features import Feature, features, of_others, of_play
from .knowledge import Knowledge, knowledge
from .weights import WEIGHTS


def hard(view: View, actions: Sequence[Action], rng: Random) -> Action:
    if len(actions) == 1 or isinstance(actions[0], Flip):
        return actions[0]  # face-down cards are all alike
    known = knowledge(view)
    unchanged = _weighted(of_others(known))
    return max(actions, key=lambda action: worth(known, action, unchanged))


def worth(known: Knowledge, action: Action, unchanged: float) -> float:
    if isinstance(action, Play) and action.rank == TEN:
        return _weighted(features(known, action))
    return unchanged + _weighted(of_play(known, action))


def _weighted(found: Iterable[Feature]) -> float:
    return sum([WEIGHTS.get(name, 0.0) * value for name, value in found])
