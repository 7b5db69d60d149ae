"""What a bot is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol


class Choose(Protocol):
    def __call__(self, view: Any, actions: Sequence[Any], rng: Random, /) -> Any:
        """One of the actions, which are this seat's legal ones.

        A seat that may act out of turn may also decline: then None is among them, at the end.
        """


@dataclass(frozen=True, slots=True)
class Blind:
    """A bot that looks at its actions alone.

    Drawing up a view takes longer than all the rest of a simulated move, so whoever asks many
    times may ask a blind bot with None for it.
    """

    pick: Callable[[Sequence[Any], Random], Any]

    def __call__(self, view: Any, actions: Sequence[Any], rng: Random, /) -> Any:
        return self.pick(actions, rng)
