"""Cards of the French deck as a page draws them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .cards import CARD_TEXT, DECK, RANKS, Card, card_name, rank_of, suit_of
from .words import Phrase

_SUIT_ICONS: Final = ("spades", "hearts", "diamonds", "clubs")


@dataclass(frozen=True, slots=True)
class Face:
    text: str
    rank: str
    suit: str  # the icon's name
    name: Phrase

    @property
    def file(self) -> str:
        return f"cards/french/{self.text}.svg"

    @property
    def is_red(self) -> bool:
        return self.suit in ("hearts", "diamonds")


def _face(card: Card) -> Face:
    return Face(CARD_TEXT[card], RANKS[rank_of(card)], _SUIT_ICONS[suit_of(card)], card_name(card))


FACES: Final = tuple(_face(card) for card in DECK)
