"""What a page of Lowest may name to whom, straight from the whole table and not from a view."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.rules.cards import CARD_TEXT, card_name
from games.rules.game import Seat
from games.rules.lowest.cards import DECK
from games.rules.lowest.state import State

CARDS = {CARD_TEXT[card]: str(card_name(card)) for card in DECK}

LOOK_ALIKES = re.compile("(?!)")  # nothing does

# Nothing is turned over: who plays a card that others do not know has told its place by that.
REVEALING: set[str] = set()


def may_be_shown(states: Sequence[State], seat: Seat | None) -> set[str]:
    """L5: the own hand, and what was laid."""
    state = states[-1]
    own = () if seat is None else state.hands[seat]
    return {CARD_TEXT[card] for card in (*state.played, *own)}
