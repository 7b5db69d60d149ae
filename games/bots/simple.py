"""Bots that know no rules, and so can play every game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from ..rules.words import _
from .choose import Blind
from .description import Bot


@Blind
def random(actions: Sequence[Any], rng: Random) -> Any:
    """Each with the same chance; declining, where it is offered, is one of them."""
    return rng.choice(actions)


BOTS: Final = (Bot("random", _("Random"), random, strength=0, cost=0.1, sits_with_people=False),)
