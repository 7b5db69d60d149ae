"""Bruno by a network that taught itself. How, and how well it plays: docs/bots.md."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from ....rules.bruno.actions import Action, Flip, Play
from ....rules.bruno.view import View
from ...linear import BadWeights
from ...rollouts import RollOuts
from ...weighing import Weighed
from ..hard import hard
from ..medium import medium
from .ahead import looked_ahead
from .net import goes_out, worths
from .tact import price_of_folly
from .weights import Weights, load

Think = Callable[[Weights, View, Sequence[Action], Random], Action]

log = logging.getLogger(__name__)

OFF_BY: Final = 0.03  # of the network's chances, at the most over ten classes: docs/bots.md
SHIPPED: Final = Path(__file__).with_name("weights.npz")
LONG: Final = 500  # moves: hardly a game that gets on takes so many
SELDOM: Final = 8


def weigh(view: View, actions: Sequence[Action], rng: Random) -> list[Weighed]:
    """The network's estimate, as far off either way as it was measured to be."""
    weights = shipped()
    if weights is None or not knows(weights, view) or not _are_judged(actions):
        return RollOuts("bruno", medium)(view, actions, rng)
    chances = (worths(weights, view, actions).astype(float) + 1) / 2
    return [Weighed(c, max(0.0, c - OFF_BY), min(1.0, c + OFF_BY)) for c in chances.tolist()]


def _are_judged(actions: Sequence[Action]) -> bool:
    """The network learnt from choices: having to collect or pass and turning a card are none."""
    return any(isinstance(action, Play) for action in actions)


def knows(weights: Weights, view: View) -> bool:
    return tuple(view.options[:3]) in weights.options


class Learned:
    """A player on a network; where it has none that fits, the hard bot plays in its place."""

    def __init__(self, think: Think, weights: Weights | None = None) -> None:
        self.think = think
        self.weights = weights

    def __call__(self, view: View, actions: Sequence[Action], rng: Random, /) -> Action:
        if len(actions) == 1 or isinstance(actions[0], Flip):
            return actions[0]  # face-down cards are all alike
        weights = self.weights or shipped()
        if weights is None or not knows(weights, view):
            return hard(view, actions, rng)
        best = self.think(weights, view, actions, rng)
        if view.actions < LONG or goes_out(view, best) or rng.randrange(SELDOM):
            return best
        # Bots that always do what they think best may hand the same cards round for ever.
        return self.think(weights, view, [each for each in actions if each != best], rng)

    def with_weights(self, path: Path) -> Learned:
        """The same player on another network. Raises BadWeights."""
        return Learned(self.think, load(path))


@cache
def shipped() -> Weights | None:
    try:
        return load(SHIPPED)
    except BadWeights as fault:
        log.error("The hard bot plays in the place of one that learned: %s", fault)
        return None


def _best(weights: Weights, view: View, actions: Sequence[Action], rng: Random) -> Action:
    worth = worths(weights, view, actions) - price_of_folly(view, actions)
    return actions[int(worth.argmax())]


expert: Final = Learned(_best)
master: Final = Learned(looked_ahead)
