"""UNO's bots."""

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
    Bot("easy", _("Easy"), easy, strength=36, cost=0.1),
    Bot("medium", _("Medium"), medium, strength=50, cost=0.1),
    Bot("hard", _("Hard"), hard, strength=55, cost=0.3, with_weights=hard.with_weights),
)

WEIGH: Final[Weigh] = RollOuts("uno", medium)
