"""Cards as a page draws them, and those of the French deck."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from .cards import CARD_TEXT, DECK, RANKS, Card, card_name, rank_of, suit_of
from .table import Taste
from .words import Phrase

_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
_TWO_COLOURS: Final = {"hearts": "red", "diamonds": "red"}
FOUR_COLOURS: Final = {"hearts": "red", "diamonds": "blue", "clubs": "green"}


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
    suit = _SUITS[suit_of(card)]
    tint = _TWO_COLOURS.get(suit, "")
    return Face(CARD_TEXT[card], RANKS[rank_of(card)], suit, tint, card_name(card))


def _in_four_colours(face: Face) -> Face:
    tint = FOUR_COLOURS.get(face.suit, "")
    return face if tint == face.tint else replace(face, tint=tint, deck="four")


FACES: Final = tuple(_face(card) for card in DECK)
_FOUR: Final = tuple(map(_in_four_colours, FACES))


def faces_of(taste: Taste) -> tuple[Face, ...]:
    return _FOUR if taste.has_four_colours else FACES
