"""Bots that know no rules, and so can play every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from .choose import Blind, Choose


@Blind
def random(actions: Sequence[Any], rng: Random) -> Any:
    """Each with the same chance; declining, where it is offered, is one of them."""
    return rng.choice(actions)


LEVELS: Final[Mapping[str, Choose]] = {"random": random}
