"""Refusals that every game has, each with one sentence and one code."""

from __future__ import annotations

from typing import Final

from .game import IllegalAction, Refusal
from .reading import quoted
from .words import _

OVER: Final = Refusal(_("The game is over."), "over")
DEALING: Final = Refusal(_("The cards are being dealt: wait for them."), "dealing")
NOT_YOUR_TURN: Final = Refusal(_("It is not your turn."), "not_your_turn")
ONLY_THE_DEALER: Final = Refusal(_("Only the dealer deals cards."), "only_the_dealer")


def no_action(text: str) -> IllegalAction:
    """For a text that no action has; a long one is cut short."""
    sentence = _("“%(text)s” is no action of this game.", text=quoted(text))
    return IllegalAction(sentence, "no_action")
