"""What the network makes of a view: for each action, how the game will end for the own team."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....rules.bruno.actions import Action, Play
from ....rules.bruno.cards import TEN
from ....rules.bruno.view import View
from ....rules.cards import mask_of
from .inputs import Inputs, Thought
from .weights import Floats, Weights


def worths(weights: Weights, view: View, actions: Sequence[Action]) -> Floats:
    """From -1, lost, to 1, won."""
    sums = np.stack(_sums(weights, view, actions))
    hidden = np.maximum(sums, 0) @ weights.second + weights.second_bias
    found: Floats = np.tanh(np.maximum(hidden, 0) @ weights.last + weights.last_bias)
    found[[goes_out(view, action) for action in actions]] = 1.0
    return found


def goes_out(view: View, action: Action) -> bool:
    assert view.seat is not None
    mine = view.seats[view.seat]
    if not isinstance(action, Play) or any(mine.down):
        return False
    up = mask_of([card for card in mine.up if card is not None])
    return (mask_of(view.hand) | up) == action.mask


def _sums(weights: Weights, view: View, actions: Sequence[Action]) -> list[Floats]:
    thought = Thought(view)
    table = weights.first_bias + _sum(weights, thought.table())
    found = []
    for action in actions:
        if isinstance(action, Play) and action.rank == TEN:
            redealt, after = thought.ten(action)
            found.append(weights.first_bias + _sum(weights, redealt) + _sum(weights, after))
        else:
            found.append(table + _sum(weights, thought.action(action)))
    return found


def _sum(weights: Weights, inputs: Inputs) -> Floats:
    value = np.array([1.0] * len(inputs.ones) + inputs.value, np.float32)
    found: Floats = value @ weights.first.take(inputs.ones + inputs.index, axis=0)
    return found
