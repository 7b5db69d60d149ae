"""What an action is worth, of every game in the same measure: by roll-outs, or by a network."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol


class Weighed(NamedTuple):
    """The chance that the own side wins after an action, and between what it probably lies.

    By roll-outs that is a 95 % interval, by Bruno's network how far off a class of ten was at most.
    """

    value: float
    low: float
    high: float


class Weigh(Protocol):
    def __call__(self, view: Any, actions: Sequence[Any], rng: Random, /) -> list[Weighed]:
        """One for each of the actions, from what the seat of the view may know."""
