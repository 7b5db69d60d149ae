"""UNO with a memory: every card seen counts, and every choice is weighed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from ...rules.uno.actions import CHALLENGE, DRAW, KEEP, Action, Play
from ...rules.uno.apply import LOST_CHALLENGE
from ...rules.uno.cards import BITS
from ...rules.uno.view import View
from ..linear import BySituation, load, weighted
from .features import features
from .knowledge import Knowledge, holds, knowledge
from .sayings import due_saying
from .weights import CROWD, DUEL, SITUATIONS, TEAMS, WEIGHTS

# Of those who could have laid another card, how many lay a Wild Draw Four all the same.
BLUFFERS: Final = 0.15
# A turn is worth about as much as not having drawn this many cards.
TURN: Final = 1.5


class Hard:
    """A player on some weights, those that are shipped or others."""

    def __init__(self, weights: BySituation) -> None:
        self.weights = weights

    def __call__(
        self, view: View, actions: Sequence[Action | None], rng: Random, /
    ) -> Action | None:
        saying = due_saying(view, actions)
        if saying is not None or view.turn != view.seat:
            return saying
        known = knowledge(view)
        layable = [action for action in actions if isinstance(action, Play) or action == KEEP]
        if layable:  # also of a sum: to pass it on costs less than a challenge that may be lost
            return self.pick(view, known, layable, rng)
        return CHALLENGE if CHALLENGE in actions and _challenge_pays(view, known) else DRAW

    def pick(self, view: View, known: Knowledge, layable: Sequence[Action], rng: Random) -> Action:
        weights = self.weights[situation(view)]
        return max(layable, key=lambda action: weighted(weights, features(view, known, action)))

    def with_weights(self, path: Path) -> Hard:
        """The same player on others. Raises BadWeights."""
        return Hard(load(path, SITUATIONS))


def situation(view: View) -> str:
    if view.options.teams:
        return TEAMS
    return DUEL if view.match.seats == 2 else CROWD


def _challenge_pays(view: View, known: Knowledge) -> bool:
    """Won, the other draws instead and the turn is one's own; lost, it is two cards more."""
    bluff = _chance_of_bluff(view, known)
    return bluff * (2 * view.pending + TURN) > (1 - bluff) * LOST_CHALLENGE


def _chance_of_bluff(view: View, known: Knowledge) -> float:
    assert view.accused is not None and view.instead is not None, "there is a charge"
    instead = sum(BITS[card] for card in view.instead)
    could = holds(known.others[view.accused], instead, known.unseen)
    return could * BLUFFERS / (could * BLUFFERS + (1 - could)) if could else 0.0


hard: Final = Hard(WEIGHTS)
