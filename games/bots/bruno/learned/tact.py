"""A partner of people does not do what they would call foolish for a small gain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ....rules.bruno.actions import Action
from ....rules.bruno.view import View
from ..folly import folly
from ..knowledge import knowledge
from .weights import Floats

# On the network's scale from -1 to 1: ten games of a hundred must be at stake.
SMALL: Final = 0.2


def price_of_folly(view: View, actions: Sequence[Action]) -> Floats:
    """What each of them must be worth beyond the others to be done: a small gain where it is
    foolish, and nothing where it is not."""
    known = knowledge(view)
    foolish = [folly(known, action) is not None for action in actions]
    return np.where(foolish, np.float32(SMALL), np.float32(0))
