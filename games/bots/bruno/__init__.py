"""Bruno's bots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ...rules.bruno.actions import Action, Play
from ...rules.bruno.cards import FUNCTION_RANKS
from ...rules.words import _
from ..choose import Blind
from ..description import Bot
from ..weighing import Weigh
from .easy import easy
from .hard import hard
from .learned import expert, master, weigh
from .medium import medium


@Blind
def greedy(actions: Sequence[Action], rng: Random) -> Action:
    """The lowest ordinary cards, function cards last; of either all there are of the rank."""
    return min(actions, key=_dearness)


def _dearness(action: Action) -> tuple[int, int, int]:
    if not isinstance(action, Play):
        return 2, 0, 0
    return int(action.rank in FUNCTION_RANKS), action.rank, -len(action.cards)


BOTS: Final = (
    Bot("greedy", _("Greedy"), greedy, strength=30, cost=0.1, sits_with_people=False),
    Bot("easy", _("Easy"), easy, strength=8, cost=0.1),
    Bot("medium", _("Medium"), medium, strength=50, cost=0.2),
    Bot("hard", _("Hard"), hard, strength=65, cost=0.5, with_weights=hard.with_weights),
    Bot("expert", _("Expert"), expert, strength=89, cost=3, with_weights=expert.with_weights),
    Bot("master", _("Master"), master, strength=95, cost=100, with_weights=master.with_weights),
)

WEIGH: Final[Weigh] = weigh
