"""The cards as a page draws them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...words import Phrase, _
from ..cards import (
    CARD_TEXT,
    CARDS,
    COLOURS,
    DRAW_TWO,
    KIND,
    REVERSE,
    SKIP,
    WILD,
    WILD_FOUR,
    Card,
    Colour,
    card_name,
    colour_name,
    colour_of,
)


# There is one of each, so they are compared as objects: tables are looked up by what they show.
@dataclass(frozen=True, slots=True, eq=False)
class Face:
    text: str
    name: Phrase
    colour: str  # r, g, b, y, or w for a wild card
    sign: str  # what fits where the drawing does not

    tint: str  # the same as a word; a wild card has none

    file = "uno/cards.svg"
    suit = ""  # the drawing can be told at any size

    @property
    def key(self) -> str:
        """A plus sign is no part of an id."""
        return self.text.replace("+", "p")

    @property
    def part(self) -> str:
        return f"#{self.key}"

    @property
    def short(self) -> str:
        """“R5”, “W”."""
        return self.sign if self.colour == "w" else self.colour.upper() + self.sign


_TINTS: Final = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
_SIGNS: Final = {SKIP: "⊘", REVERSE: "⇄", DRAW_TWO: "+2", WILD: "W", WILD_FOUR: "+4"}


def _face(card: Card) -> Face:
    colour = colour_of(card)
    letter = "w" if colour is None else COLOURS[colour]
    sign = _SIGNS.get(KIND[card], str(KIND[card]))
    return Face(CARD_TEXT[card], card_name(card), letter, sign, _TINTS.get(letter, ""))


FACES: Final = tuple(_face(card) for card in CARDS)


@dataclass(frozen=True, slots=True, eq=False)
class Hue:
    """One of the four colours: never shown by colour alone."""

    letter: str
    name: Phrase
    heading: Phrase

    @property
    def icon(self) -> str:
        return f"shape-{self.letter}"


_HEADINGS: Final = (_("Red"), _("Green"), _("Blue"), _("Yellow"))


def _hue(colour: Colour) -> Hue:
    return Hue(COLOURS[colour], colour_name(colour), _HEADINGS[colour])


HUES: Final = tuple(_hue(colour) for colour in range(len(COLOURS)))
