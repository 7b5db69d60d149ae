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
    has_given_up: bool = False

    def given_up(self) -> Pov:
        """The same seat, which the house plays to the end now: whose it was looks on from there,
        and is called by name, for none of it is theirs to do any longer."""
        taste = self.taste._replace(is_addressed=False)
        return self._replace(taste=taste, has_given_up=True)
