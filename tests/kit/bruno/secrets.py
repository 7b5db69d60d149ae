"""What a page of Bruno may name to whom, straight from the whole table and not from a view."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.rules.bruno.state import State
from games.rules.cards import CARD_TEXT, DECK, card_name, cards_of
from games.rules.game import Seat

CARDS = {CARD_TEXT[card]: str(card_name(card)) for card in DECK}

LOOK_ALIKES = re.compile("(?!)")  # nothing does

# After these a viewer may see cards that nobody, or somebody else, knew before.
REVEALING = {"deal", "redeal", "flip"}


def may_be_shown(states: Sequence[State], seat: Seat | None) -> set[str]:
    """B4: the own hand, and what lies open now. The log names ranks only."""
    state = states[-1]
    cards = {*state.pile, *state.removed}
    cards |= {card for row in state.up for card in row if card is not None}
    if seat is not None:
        cards |= set(cards_of(state.hands[seat]))
    return {CARD_TEXT[card] for card in cards}
