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
    Bot("easy", _("Easy"), easy, strength=12, cost=0.1),
    Bot("medium", _("Medium"), medium, strength=50, cost=0.1),
    Bot("hard", _("Hard"), hard, strength=65, cost=12),
)

WEIGH: Final[Weigh] = RollOuts("briscalone", medium)
