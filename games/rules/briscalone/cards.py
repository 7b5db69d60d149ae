"""The forty cards (R1): their order, text, names and points, and which of a trick is strongest.

A card is its place in the order 2d 3d 4d 5d 6d Jd Qd Kd 10d Ad 2s … Ac: its suit is the place
divided by ten, its rank the rest, so a higher rank of one suit is a higher number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from .. import cards as french
from ..words import Phrase, _

Card = int
Rank = int
Suit = int
Hand = tuple[Card, ...]

RANKS: Final = ("2", "3", "4", "5", "6", "J", "Q", "K", "10", "A")
SUITS: Final = ("d", "s", "h", "c")
DECK: Final[Hand] = tuple(range(40))
CARD_TEXT: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_OF: Final = {text: card for card, text in enumerate(CARD_TEXT)}
POINTS: Final = (0, 0, 0, 0, 0, 2, 3, 4, 10, 11) * len(SUITS)
ALL_POINTS: Final = sum(POINTS)
LOWEST: Final[Rank] = 0
WEAKEST_MONKEY: Final = 2 * len(RANKS)  # the strength of the lowest monkey card

_SUIT_NAMES: Final = (_("Diamonds"), _("Spades"), _("Hearts"), _("Clubs"))


def rank_of(card: Card) -> Rank:
    return card % len(RANKS)


def suit_of(card: Card) -> Suit:
    return card // len(RANKS)


def card_of(rank: Rank, suit: Suit) -> Card:
    return suit * len(RANKS) + rank


def text_of(cards: Iterable[Card]) -> str:
    return " ".join(CARD_TEXT[card] for card in cards)


def rank_name(rank: Rank) -> Phrase:
    """“Queen”."""
    return french.rank_name(french.RANKS.index(RANKS[rank]))


def one_of_rank(rank: Rank) -> Phrase:
    """“a Queen”, “an Ace”."""
    return french.one_of_rank(french.RANKS.index(RANKS[rank]))


def suit_name(suit: Suit) -> Phrase:
    return _SUIT_NAMES[suit]


def card_name(card: Card) -> Phrase:
    """“Queen of Spades”."""
    return french.card_name(french.CARD_OF[CARD_TEXT[card]])


def _strength(card: Card, monkey_suit: Suit, led: Suit) -> int:
    if suit_of(card) == monkey_suit:
        return WEAKEST_MONKEY + rank_of(card)
    return len(RANKS) + rank_of(card) if suit_of(card) == led else 0


# By monkey suit and suit led: the strength of every card in such a trick (R9).
STRENGTHS: Final = tuple(
    tuple(tuple(_strength(card, monkey_suit, led) for card in DECK) for led in range(len(SUITS)))
    for monkey_suit in range(len(SUITS))
)


def strongest(trick: Sequence[Card], monkey_suit: Suit) -> int:
    """The place in the trick of the card that wins it. R9"""
    strengths = STRENGTHS[monkey_suit][suit_of(trick[0])]
    return trick.index(max(trick, key=strengths.__getitem__))


def points_of(cards: Iterable[Card]) -> int:
    return sum([POINTS[card] for card in cards])
