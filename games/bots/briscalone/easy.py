"""Any card at all, and a bid now and then, whatever it holds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ...rules.briscalone.actions import PASS, Action
from ..choose import Blind

BOLDNESS: Final = 0.2


@Blind
def easy(actions: Sequence[Action], rng: Random) -> Action:
    if actions[0] != PASS:
        return rng.choice(actions)
    # The bid next to the standing one, or a raise: never far, so never absurdly far.
    return actions[1] if rng.random() < BOLDNESS else PASS
