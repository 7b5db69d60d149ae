"""Actions weighed by playing on: in imagined worlds that fit the view, with a bot in every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

from ..rules import rules_of
from ..rules.game import DEALER, Seat
from .choose import Choose
from .weighing import Weighed

WORLDS: Final = 24
SEED_BYTES: Final = 32
TWO_SIDED_95: Final = 1.96


@dataclass(frozen=True, slots=True)
class RollOuts:
    """Every action meets the same worlds, so that they differ by what they do and not by luck."""

    kind: str
    choose: Choose
    worlds: int = WORLDS

    def __call__(self, view: Any, actions: Sequence[Any], rng: Random, /) -> list[Weighed]:
        wins = [0.0] * len(actions)
        for _ in range(self.worlds):
            world = rules_of(self.kind).imagine(view, rng)
            seed = rng.randbytes(SEED_BYTES)
            for place, action in enumerate(actions):
                wins[place] += self._played_out(world, view.seat, action, seed)
        return [interval(won, self.worlds) for won in wins]

    def _played_out(self, world: Any, seat: Seat, action: Any, seed: bytes) -> float:
        rules, rng = rules_of(self.kind), Random(seed)
        state = world if action is None else rules.apply(world, seat, action)
        while waited := rules.to_act(state):
            if waited[0] == DEALER:
                action = rules.deal(state, seed)
            else:
                offered = rules.legal_actions(state, waited[0])
                action = self.choose(rules.view(state, waited[0]), offered, rng)
            state = rules.apply(state, waited[0], action)
        result = rules.result(state)
        assert result is not None, "nobody is to act, so the game is over"
        return 0.5 if not result.winners else float(seat in result.winners)


def interval(won: float, games: int) -> Weighed:
    """Wilson's, which does not claim certainty from a few games that all went one way."""
    share, square = won / games, TWO_SIDED_95**2
    centre = (share + square / (2 * games)) / (1 + square / games)
    spread = sqrt(share * (1 - share) / games + square / (4 * games**2))
    half = TWO_SIDED_95 * spread / (1 + square / games)
    return Weighed(share, max(0.0, centre - half), min(1.0, centre + half))
