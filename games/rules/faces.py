"""Cards as a page draws them, and those of the French deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .cards import CARD_TEXT, DECK, RANKS, Card, card_name, rank_of, suit_of
from .words import Phrase

_SUITS: Final = (("spades", ""), ("hearts", "red"), ("diamonds", "red"), ("clubs", ""))


# There is one of each, so they are compared as objects: tables are looked up by what they show.
@dataclass(frozen=True, slots=True, eq=False)
class Face:
    text: str
    rank: str
    suit: str  # the icon's name
    tint: str  # the colour that its index is written in; black has none
    name: Phrase
    deck: str = "french"

    @property
    def file(self) -> str:
        return f"cards/{self.deck}/{self.text}.svg"

    part = ""  # the file shows one card


def _face(card: Card) -> Face:
    suit, tint = _SUITS[suit_of(card)]
    return Face(CARD_TEXT[card], RANKS[rank_of(card)], suit, tint, card_name(card))


FACES: Final = tuple(_face(card) for card in DECK)
