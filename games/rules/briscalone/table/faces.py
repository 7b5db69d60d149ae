"""The forty cards in the two decks a viewer may choose from: how they look and are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ... import cards as french
from ...faces import FOUR_COLOURS, Face, faces_of
from ...table import Taste
from ...words import Phrase, _
from ..cards import (
    CARD_TEXT,
    DECK,
    RANKS,
    Card,
    Rank,
    Suit,
    one_of_rank,
    rank_name,
    rank_of,
    suit_name,
    suit_of,
)


@dataclass(frozen=True, slots=True, eq=False)
class SuitLook:
    icon: str
    tint: str
    name: Phrase


@dataclass(frozen=True, slots=True)
class Deck:
    suits: tuple[SuitLook, ...]
    faces: tuple[Face, ...]
    knight: tuple[Phrase, Phrase] | None = None  # who stands where the Queen does, alone and as one

    def letter_of(self, rank: Rank) -> str:
        """As it stands in the corner of a card."""
        return self.faces[rank].rank

    def name_of(self, card: Card) -> Phrase:
        return self.faces[card].name

    def rank_name(self, rank: Rank) -> Phrase:
        """“King”."""
        return self.knight[0] if self.knight and rank == QUEEN else rank_name(rank)

    def one_of_rank(self, rank: Rank) -> Phrase:
        """“a King”."""
        return self.knight[1] if self.knight and rank == QUEEN else one_of_rank(rank)


QUEEN: Final = RANKS.index("Q")


_FRENCH_SUITS: Final = ("diamonds", "spades", "hearts", "clubs")
_TWO_COLOURS: Final = {"diamonds": "red", "hearts": "red"}


def _french(taste: Taste) -> Deck:
    tints = FOUR_COLOURS if taste.has_four_colours else _TWO_COLOURS
    looks = [
        SuitLook(icon, tints.get(icon, ""), suit_name(Suit(suit)))
        for suit, icon in enumerate(_FRENCH_SUITS)
    ]
    faces = faces_of(taste)
    return Deck(tuple(looks), tuple(faces[french.CARD_OF[CARD_TEXT[card]]] for card in DECK))


_ITALIAN_SUITS: Final = (
    SuitLook("coins", "gold", _("coins")),
    SuitLook("swords", "blue", _("swords")),
    SuitLook("cups", "red", _("cups")),
    SuitLook("cudgels", "green", _("clubs")),
)


_KNIGHT: Final = (_("Knight"), _("a Knight"))
_KNIGHTS_LETTER: Final = "C"  # the cavallo's, as it is drawn on the card


def _italian_face(card: Card) -> Face:
    rank, look = rank_of(card), _ITALIAN_SUITS[suit_of(card)]
    called = _KNIGHT[0] if rank == QUEEN else rank_name(rank)
    letter = _KNIGHTS_LETTER if rank == QUEEN else RANKS[rank]
    name = _("%(rank)s of %(suit)s", rank=called, suit=look.name)
    return Face(CARD_TEXT[card], letter, look.icon, look.tint, name, "italian")


_ITALIAN: Final = Deck(_ITALIAN_SUITS, tuple(map(_italian_face, DECK)), _KNIGHT)
_FRENCH: Final = _french(Taste())
_FOUR_COLOURS: Final = _french(Taste(has_four_colours=True))


def deck_of(taste: Taste) -> Deck:
    if taste.deck == "italian":
        return _ITALIAN
    return _FOUR_COLOURS if taste.has_four_colours else _FRENCH
