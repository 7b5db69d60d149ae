"""Whoever looks at a game."""

from __future__ import annotations

from typing import NamedTuple

from ..rules.game import Seat
from ..rules.table import PLAIN, Taste


class Pov(NamedTuple):
    game_id: int
    seat: Seat | None  # a spectator has none
    taste: Taste = PLAIN
    language: str = "en"
