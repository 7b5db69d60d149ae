"""UNO for a beginner's company: any card that fits, and not always awake."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ...rules.uno.actions import DRAW, KEEP, Action, Play
from ...rules.uno.cards import COLOURS, Colour, colour_of
from ...rules.uno.view import View
from .sayings import due_saying

SPEAKS_UP: Final = 0.55


def easy(view: View, actions: Sequence[Action | None], rng: Random) -> Action | None:
    saying = due_saying(view, actions)
    if saying is not None and rng.random() < SPEAKS_UP:
        return saying
    if view.turn != view.seat:
        return None
    return _turn(view, actions, rng)


def _turn(view: View, actions: Sequence[Action | None], rng: Random) -> Action:
    """A card is a card, in however many colours it could be laid."""
    plays = [action for action in actions if isinstance(action, Play)]
    if not plays:
        return DRAW if DRAW in actions else KEEP
    different = list(dict.fromkeys([play.cards for play in plays]))
    cards = rng.choice(different) if len(different) > 1 else different[0]
    ways = [play for play in plays if play.cards == cards]
    return ways[0] if len(ways) == 1 else ways[most_held(view)]  # a wild: a way for each colour


def most_held(view: View) -> Colour:
    held = [colour_of(card) for card in view.hand]
    return max(range(len(COLOURS)), key=held.count)
