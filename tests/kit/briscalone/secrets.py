"""What a page of Briscalone may name to whom, straight from the whole table and not from a view."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.rules.briscalone.cards import CARD_TEXT, DECK, SUITS, card_name, card_of
from games.rules.briscalone.state import State
from games.rules.game import Seat

CARDS = {CARD_TEXT[card]: str(card_name(card)) for card in DECK}

# The log of the rounds before: there the same forty cards were played by others. The newest line
# comes first beside the table, and last on the page of all moves and for those who listen.
LOOK_ALIKES = re.compile(
    r'<ol class="full-log">.*Round <b>\d+</b> is dealt'
    r"|Round <b>\d+</b> is dealt.*?</ol>"
    r'|id="say"[^>]*>[^<]*Round \d+ is dealt',
    re.DOTALL,
)

# Nothing is turned over: who plays a card that others do not know has told its place by that.
REVEALING: set[str] = set()


def may_be_shown(states: Sequence[State], seat: Seat | None) -> set[str]:
    """R13: the own hand, what was played in this round, and the name of the card that is called."""
    state = states[-1]
    cards = set(state.played)
    if state.called is not None:
        cards.add(state.called.card)
    if seat is not None:
        cards |= set(state.hands[seat])
        cards |= _could_be_called(state, seat)
    return {CARD_TEXT[card] for card in cards}


def _could_be_called(state: State, seat: Seat) -> set[int]:
    rank = state.auction.rank
    if state.phase != "call" or seat != state.turn or rank is None:
        return set()
    return {card_of(rank, suit) for suit in range(len(SUITS))}
