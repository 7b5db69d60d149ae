"""Bruno by weighing what every play leaves to each of the four."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from ...rules.bruno.actions import Action, Flip, Play
from ...rules.bruno.cards import TEN
from ...rules.bruno.view import View
from ..linear import Weights, load, weighted
from .features import features, of_others, of_play
from .knowledge import Knowledge, knowledge
from .weights import ANY, SITUATIONS, WEIGHTS


class Hard:
    """A player on some weights, those that are shipped or others."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def __call__(self, view: View, actions: Sequence[Action], rng: Random, /) -> Action:
        if len(actions) == 1 or isinstance(actions[0], Flip):
            return actions[0]  # face-down cards are all alike
        return self.pick(knowledge(view), actions, rng)

    def pick(self, known: Knowledge, actions: Sequence[Action], rng: Random) -> Action:
        unchanged = weighted(self.weights, of_others(known))
        return max(actions, key=lambda action: self._worth(known, action, unchanged))

    def _worth(self, known: Knowledge, action: Action, unchanged: float) -> float:
        if isinstance(action, Play) and action.rank == TEN:
            return weighted(self.weights, features(known, action))
        return unchanged + weighted(self.weights, of_play(known, action))

    def with_weights(self, path: Path) -> Hard:
        """The same player on others. Raises BadWeights."""
        return Hard(load(path, SITUATIONS)[ANY])


hard: Final = Hard(WEIGHTS)
