"""A partner of people does not do what they would call foolish for a small gain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....rules.bruno.actions import Action
from ....rules.bruno.view import View
from ..folly import folly
from ..knowledge import knowledge
from .weights import Floats

# On the network's scale from -1 to 1: ten games of a hundred must be at stake.
SMALL: Final = 0.2


def tactful(view: View, actions: Sequence[Action], worth: Floats) -> Floats:
    """What they are worth, less by a small gain for those that are foolish."""
    known = knowledge(view)
    foolish = [folly(known, action) is not None for action in actions]
    if any(foolish):
        worth = worth.copy()
        worth[foolish] -= SMALL
    return worth
