"""UNO with a memory: every card seen counts, and every choice is weighed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ...rules.uno.actions import CHALLENGE, DRAW, KEEP, Action, Play
from ...rules.uno.apply import LOST_CHALLENGE
from ...rules.uno.cards import BITS
from ...rules.uno.view import View
from .features import features
from .knowledge import Knowledge, holds, knowledge
from .sayings import due_saying
from .weights import WEIGHTS

# Of those who could have laid another card, how many lay a Wild Draw Four all the same.
BLUFFERS: Final = 0.15
# A turn is worth about as much as not having drawn this many cards.
TURN: Final = 1.5


def hard(view: View, actions: Sequence[Action | None], rng: Random) -> Action | None:
    saying = due_saying(view, actions)
    if saying is not None or view.turn != view.seat:
        return saying
    known = knowledge(view)
    layable = [action for action in actions if isinstance(action, Play) or action == KEEP]
    if layable:  # also of a sum: to pass it on costs less than a challenge that may be lost
        return max(layable, key=lambda action: worth(view, known, action))
    return CHALLENGE if CHALLENGE in actions and _challenge_pays(view, known) else DRAW


def worth(view: View, known: Knowledge, action: Action) -> float:
    weights = WEIGHTS[situation(view)]
    return sum(weights.get(name, 0.0) * value for name, value in features(view, known, action))


def situation(view: View) -> str:
    if view.options.teams:
        return "teams"
    return "duel" if view.match.seats == 2 else "crowd"


def _challenge_pays(view: View, known: Knowledge) -> bool:
    """Won, the other draws instead and the turn is one's own; lost, it is two cards more."""
    bluff = _chance_of_bluff(view, known)
    return bluff * (2 * view.pending + TURN) > (1 - bluff) * LOST_CHALLENGE


def _chance_of_bluff(view: View, known: Knowledge) -> float:
    assert view.accused is not None and view.instead is not None, "there is a charge"
    instead = sum(BITS[card] for card in view.instead)
    could = holds(known.others[view.accused], instead, known.unseen)
    return could * BLUFFERS / (could * BLUFFERS + (1 - could)) if could else 0.0
