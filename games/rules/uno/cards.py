"""The 108 cards, and rows and hands of them.

A card is its place among the 54 different ones: thirteen for each colour, then Wild and Wild
Draw Four. A row is cards in an order, a byte for each. A hand is a number of 108 bits, one for
each card of the deck in its fixed order; of equal cards it fills the first bits first. So hands
of equal cards are equal numbers, counting cards is counting bits, and what two looks at one hand
have shown is `|`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..words import Phrase, _

Card = int
Colour = int
Kind = int
Hand = int
Row = bytes

COLOURS: Final = ("r", "g", "b", "y")
KINDS: Final = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "skip", "rev", "+2")
SKIP: Final[Kind] = 10
REVERSE: Final[Kind] = 11
DRAW_TWO: Final[Kind] = 12
WILD: Final[Card] = 52
WILD_FOUR: Final[Card] = 53
_EIGHT: Final[Kind] = 8
PLUS: Final = {DRAW_TWO: 2, WILD_FOUR: 4}

CARDS: Final = range(54)
CARD_TEXT: Final = (*(colour + kind for colour in COLOURS for kind in KINDS), "wild", "wild+4")
CARD_OF: Final = {text: card for card, text in enumerate(CARD_TEXT)}
COLOUR_OF: Final = {text: colour for colour, text in enumerate(COLOURS)}


def colour_of(card: Card) -> Colour | None:
    return None if card >= WILD else card // len(KINDS)


def kind_of(card: Card) -> Kind:
    """Skip, Reverse, … whatever the colour; each wild is a kind of its own."""
    return card if card >= WILD else card % len(KINDS)


KIND: Final = tuple(kind_of(card) for card in CARDS)


def _copies(card: Card) -> int:
    if card >= WILD:
        return 4
    return 1 if KIND[card] == 0 else 2


DECK: Final[Row] = bytes(card for card in CARDS for _copy in range(_copies(card)))
# The lowest bit of each card, and all its bits.
FIRST: Final = tuple(1 << DECK.index(card) for card in CARDS)
BITS: Final = tuple(FIRST[card] * ((1 << _copies(card)) - 1) for card in CARDS)


def with_card(hand: Hand, card: Card) -> Hand:
    return hand | FIRST[card] | (hand & BITS[card]) << 1


def without_card(hand: Hand, card: Card) -> Hand:
    """One copy less, if there is one."""
    held = hand & BITS[card]
    return hand ^ held ^ (held >> 1 & BITS[card])


def hand_of(cards: Iterable[Card]) -> Hand:
    hand = 0
    for card in cards:
        hand |= FIRST[card] | (hand & BITS[card]) << 1
    return hand


def cards_of(hand: Hand) -> Row:
    """In the fixed order, so it tells nothing of how the cards came together."""
    cards = []
    while hand:
        last = hand.bit_length() - 1
        cards.append(DECK[last])
        hand ^= 1 << last
    cards.reverse()
    return bytes(cards)


def kinds_mask(cards: Iterable[Card]) -> Hand:
    """One of each: what a hand is compared with to find which of them it holds."""
    mask = 0
    for card in cards:
        mask |= FIRST[card]
    return mask


def fits(card: Card, colour: Colour, top: Card) -> bool:
    """U6; colour is the current one, which after a wild is the chosen one."""
    return card >= WILD or colour_of(card) == colour or KIND[card] == KIND[top]


def stacks(card: Card, colour: Colour, top: Card, *, mixed: bool) -> bool:
    """U9, U11: whether it answers the sum that a Draw Two or a Wild Draw Four has started."""
    is_same = KIND[card] == KIND[top]
    return is_same or (mixed and KIND[card] in PLUS and fits(card, colour, top))


def all_copies(cards: Iterable[Card]) -> Hand:
    return sum(BITS[card] for card in cards)


# What fits, by colour and top card: one of each, and all of them.
FITS: Final = tuple(
    tuple(kinds_mask(card for card in CARDS if fits(card, colour, top)) for top in CARDS)
    for colour in range(len(COLOURS))
)
ALL_FITS: Final = tuple(
    tuple(all_copies(card for card in CARDS if fits(card, colour, top)) for top in CARDS)
    for colour in range(len(COLOURS))
)
SKIPS: Final = tuple(card for card in CARDS if KIND[card] == SKIP)
DRAW_TWOS: Final = tuple(card for card in CARDS if KIND[card] == DRAW_TWO)
# What answers a sum: one of each, if sums are mixed or not, by colour and top card.
STACKS: Final = tuple(
    tuple(
        {
            top: kinds_mask(card for card in CARDS if stacks(card, colour, top, mixed=mixed))
            for top in (*DRAW_TWOS, WILD_FOUR)
        }
        for colour in range(len(COLOURS))
    )
    for mixed in (False, True)
)
ALL_SKIPS: Final = all_copies(SKIPS)
NO_SKIPS: Final = ~ALL_SKIPS
ALL_NUMBERS: Final = all_copies(card for card in CARDS if KIND[card] < SKIP)
ALL_WILDS: Final = all_copies((WILD, WILD_FOUR))
BUT_WILD_FOUR: Final = ~BITS[WILD_FOUR]


def text_of(cards: Iterable[Card]) -> str:
    return " ".join(CARD_TEXT[card] for card in cards)


_COLOUR_NAMES: Final = (_("red"), _("green"), _("blue"), _("yellow"))
_KIND_NAMES: Final = (*map(Phrase, KINDS[:SKIP]), _("Skip"), _("Reverse"), _("Draw Two"))


def colour_name(colour: Colour) -> Phrase:
    return _COLOUR_NAMES[colour]


def kind_name(card: Card) -> Phrase:
    """“5”, “Skip”, “Wild Draw Four”."""
    if card >= WILD:
        return _("Wild") if card == WILD else _("Wild Draw Four")
    return _KIND_NAMES[KIND[card]]


def one_of_kind(card: Card) -> Phrase:
    """“a 6”, “an 8”, “a Skip”."""
    if KIND[card] == _EIGHT:
        return _("an 8")
    return _("a %(kind)s", kind=kind_name(card))


def card_name(card: Card) -> Phrase:
    """“red 5”, “blue Skip”, “Wild”."""
    colour = colour_of(card)
    if colour is None:
        return kind_name(card)
    return _("%(colour)s %(card)s", colour=colour_name(colour), card=kind_name(card))
