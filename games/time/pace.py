"""How much time people have, agreed on when a table is opened."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, NamedTuple

from ..rules.words import Phrase, _


class Pace(NamedTuple):
    """So long for every move; what goes beyond that comes out of the bank, once for the game."""

    title: Phrase
    help: Phrase
    move: timedelta
    bank: timedelta


USUAL: Final = "normal"
# How many times as long as usual a bot waits before it moves.
BOT_PACES: Final = {"slow": 2.5, USUAL: 1, "instant": 0}
# A page renews it when half of it is used.
LEASE: Final = timedelta(seconds=15)
OFF: Final = "off"
PACES: Final = {
    "relaxed": Pace(
        _("Relaxed"),
        _("60 seconds a move and 5 minutes in the bank. Then the house plays one move for you."),
        timedelta(seconds=60),
        timedelta(minutes=5),
    ),
    "normal": Pace(
        _("Normal"),
        _("30 seconds a move and 2 minutes in the bank. Then the house plays one move for you."),
        timedelta(seconds=30),
        timedelta(minutes=2),
    ),
    "fast": Pace(
        _("Fast"),
        _("12 seconds a move and 1 minute in the bank. Then the house plays one move for you."),
        timedelta(seconds=12),
        timedelta(minutes=1),
    ),
}
