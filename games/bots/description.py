"""How a bot is offered to whoever wants one at a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..rules.words import Phrase
from .choose import Choose


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot, and what docs/bots.md has measured of it."""

    level: str
    title: Phrase
    choose: Choose
    strength: float  # of 100 games against the medium bot, how many it wins
    cost: float  # milliseconds that one decision takes at the 99th percentile, on one core
    sits_with_people: bool = True  # or is there to be measured against
    with_weights: Callable[[Path], Choose] | None = None  # the same bot, trained otherwise
