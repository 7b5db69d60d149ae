"""The network looks ahead where it is not sure.

The actions that it finds nearly as good as the best are tried in some imagined worlds: everyone
plays on by the network for a few decisions, and what the last of them is worth decides, together
with what the network thought at first. Without that first thought, or with no decision played on,
looking ahead is worse than not looking: the network's errors change sign with who is to move.

Worlds, actions and decisions are counted, never timed: the same view and luck, the same action.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np

from ....rules.bruno import apply, deal, imagine, legal_actions, view
from ....rules.bruno.actions import Action, Flip
from ....rules.bruno.state import State
from ....rules.bruno.view import View
from ....rules.game import DEALER
from .net import worths
from .tact import price_of_folly
from .weights import Weights

NEARLY: Final = 0.06
MOST_ACTIONS: Final = 4
WORLDS: Final = 4
DECISIONS: Final = 4
SEED_BITS: Final = 256


def looked_ahead(weights: Weights, seen: View, actions: Sequence[Action], rng: Random) -> Action:
    price = price_of_folly(seen, actions)
    first = worths(weights, seen, actions) - price
    close = _close(first.tolist())
    if len(close) == 1:
        return actions[close[0]]
    # Both thoughts pay it: what is foolish must gain as much in their mean.
    worth = {place: float(first[place] - price[place]) for place in close}
    for _ in range(WORLDS):
        world, seed = imagine(seen, rng), rng.getrandbits(SEED_BITS).to_bytes(SEED_BITS // 8, "big")
        for place in close:
            worth[place] += _played_on(weights, world, actions[place], seed) / WORLDS
    return actions[max(worth, key=lambda place: worth[place])]


def _close(first: list[float]) -> list[int]:
    """The best, and those nearly as good, in that order; one that wins has no rival."""
    order = sorted(range(len(first)), key=lambda place: -first[place])
    best = first[order[0]]
    if best == 1.0:
        return order[:1]
    return [place for place in order if first[place] >= best - NEARLY][:MOST_ACTIONS]


def _played_on(weights: Weights, world: State, action: Action, seed: bytes) -> float:
    """What the action comes to in this world, for the team of who is to move in it."""
    team = world.turn % 2
    state, left = apply(world, world.turn, action), DECISIONS
    while state.to_act:
        seat = state.to_act[0]
        if seat == DEALER:
            state = apply(state, seat, deal(state, seed))
            continue
        actions = legal_actions(state, seat)
        if len(actions) == 1 or isinstance(actions[0], Flip):
            state = apply(state, seat, actions[0])
            continue
        found = worths(weights, view(state, seat), actions)
        if not left:
            return float(found.max()) * (1 if seat % 2 == team else -1)
        state, left = apply(state, seat, actions[int(np.argmax(found))]), left - 1
    if state.winner is None:
        return 0.0
    return 1.0 if state.winner % 2 == team else -1.0
