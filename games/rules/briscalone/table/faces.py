"""The forty cards in the two decks a viewer may choose from: how they look and are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ... import cards as french
from ...faces import FACES, Face
from ...table import Taste
from ...words import Phrase, _
from ..cards import CARD_TEXT, DECK, RANKS, Card, Suit, rank_name, rank_of, suit_name, suit_of


@dataclass(frozen=True, slots=True, eq=False)
class SuitLook:
    icon: str
    tint: str
    name: Phrase


@dataclass(frozen=True, slots=True)
class Deck:
    suits: tuple[SuitLook, ...]
    faces: tuple[Face, ...]

    def name_of(self, card: Card) -> Phrase:
        return self.faces[card].name


def _french_suit(suit: Suit) -> SuitLook:
    icons = ("diamonds", "spades", "hearts", "clubs")
    tints = ("red", "", "red", "")
    return SuitLook(icons[suit], tints[suit], suit_name(suit))


_ITALIAN_SUITS: Final = (
    SuitLook("coins", "gold", _("coins")),
    SuitLook("swords", "blue", _("swords")),
    SuitLook("cups", "red", _("cups")),
    SuitLook("cudgels", "green", _("clubs")),
)


def _italian_face(card: Card) -> Face:
    rank, look = rank_of(card), _ITALIAN_SUITS[suit_of(card)]
    name = _("%(rank)s of %(suit)s", rank=rank_name(rank), suit=look.name)
    return Face(CARD_TEXT[card], RANKS[rank], look.icon, look.tint, name, "italian")


_FRENCH: Final = Deck(
    tuple(map(_french_suit, range(4))),
    tuple(FACES[french.CARD_OF[CARD_TEXT[card]]] for card in DECK),
)
_DECKS: Final = {
    "french": _FRENCH,
    "italian": Deck(_ITALIAN_SUITS, tuple(map(_italian_face, DECK))),
}


def deck_of(taste: Taste) -> Deck:
    return _DECKS[taste.deck]
