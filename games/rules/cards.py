"""The French deck: 52 cards in one fixed order, their text and their names.

A card is its place in the order 2s 2h 2d 2c 3s … Ac: its rank is the place divided by four,
its suit the rest. A set of cards is a mask, one bit per place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .words import Phrase, _, ngettext

Card = int
Rank = int
Suit = int
Mask = int

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("s", "h", "d", "c")
DECK: Final[tuple[Card, ...]] = tuple(range(52))
CARD_TEXT: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARD_OF: Final = {text: card for card, text in enumerate(CARD_TEXT)}


def rank_of(card: Card) -> Rank:
    return card >> 2


def suit_of(card: Card) -> Suit:
    return card & 3


def mask_of(cards: Iterable[Card]) -> Mask:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: Mask) -> tuple[Card, ...]:
    """In the fixed order, so it tells nothing of how the cards came together."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cards)


def text_of(cards: Iterable[Card]) -> str:
    return " ".join(CARD_TEXT[card] for card in cards)


def _rank_names(n: int) -> tuple[Phrase, ...]:
    return (
        ngettext("2", "Twos", n),
        ngettext("3", "Threes", n),
        ngettext("4", "Fours", n),
        ngettext("5", "Fives", n),
        ngettext("6", "Sixes", n),
        ngettext("7", "Sevens", n),
        ngettext("8", "Eights", n),
        ngettext("9", "Nines", n),
        ngettext("10", "Tens", n),
        ngettext("Jack", "Jacks", n),
        ngettext("Queen", "Queens", n),
        ngettext("King", "Kings", n),
        ngettext("Ace", "Aces", n),
    )


_NAMES: Final = tuple(_rank_names(n) for n in range(5))
_ONE_OF_A_RANK: Final = (
    _("a 2"),
    _("a 3"),
    _("a 4"),
    _("a 5"),
    _("a 6"),
    _("a 7"),
    _("an 8"),
    _("a 9"),
    _("a 10"),
    _("a Jack"),
    _("a Queen"),
    _("a King"),
    _("an Ace"),
)
_SUIT_NAMES: Final = (_("Spades"), _("Hearts"), _("Diamonds"), _("Clubs"))


def rank_name(rank: Rank, n: int = 1) -> Phrase:
    """“Queen”, or “Queens” for several."""
    return _NAMES[n][rank]


def one_of_rank(rank: Rank) -> Phrase:
    """“a Queen”, “an Ace”."""
    return _ONE_OF_A_RANK[rank]


def card_name(card: Card) -> Phrase:
    """“Queen of Spades”."""
    return _("%(rank)s of %(suit)s", rank=rank_name(rank_of(card)), suit=_SUIT_NAMES[suit_of(card)])
