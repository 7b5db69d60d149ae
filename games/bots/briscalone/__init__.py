"""Briscalone's bots."""

from __future__ import annotations

from typing import Final

from ...rules.words import _
from ..description import Bot
from ..rollouts import RollOuts
from ..weighing import Weigh
from .easy import easy
from .hard import hard
from .medium import medium

BOTS: Final = (
    Bot("easy", _("Easy"), easy, strength=15, cost=0.1),
    Bot("medium", _("Medium"), medium, strength=50, cost=0.1),
    Bot("hard", _("Hard"), hard, strength=62, cost=16),
)

WEIGH: Final[Weigh] = RollOuts("briscalone", medium)
