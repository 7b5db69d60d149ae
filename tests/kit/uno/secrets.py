"""What a page of UNO may name to whom, straight from the whole table and not from a view."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from games.rules.game import Seat
from games.rules.uno.cards import CARD_TEXT, Card, card_name, cards_of
from games.rules.uno.cards import CARDS as ALL
from games.rules.uno.state import State


def in_the_sprite(text: str) -> str:
    return text.replace("+", "p")


# The last first: “Wild Draw Four” is not to be read as “Wild”.
CARDS = {CARD_TEXT[card]: str(card_name(card)) for card in reversed(ALL)}
CARDS |= {in_the_sprite(text): name for text, name in CARDS.items()}

# “Lay red, a 5 or a wild”, “lay a Wild Draw Four, or challenge bob”: whether or not one is held.
# And “wild+4” is no Wild; its name and its drawing, which stand beside it, are found.
LOOK_ALIKES = re.compile(r"\ba wild(?: card| draw four)?\b|\bwild\+4", re.IGNORECASE)

# After these somebody has drawn cards, or all see what only one saw before.
REVEALING = {"deal", "reshuffle", "draw", "play", "catch", "challenge"}


def may_be_shown(states: Sequence[State], seat: Seat | None) -> set[str]:
    """What lies open in one of the states that the page tells of."""
    texts = {CARD_TEXT[card] for state in states for card in open_cards(state, seat)}
    return texts | {in_the_sprite(text) for text in texts}


def open_cards(state: State, seat: Seat | None) -> Iterator[Card]:
    """The laid cards, the own hand, what was seen in other hands; all hands when they count."""
    yield from state.discards
    for other, hand in enumerate(state.hands):
        is_open = other == seat or state.stage in ("deal", "over")
        looks = state.known[other]
        seen = looks[-1 if seat is None else seat] if looks else 0
        yield from cards_of(hand if is_open else seen)
