"""Everything that can be done at the table, each with its one short text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import ClassVar, Final

from ..game import IllegalAction, Refusal, Seat
from ..refusals import no_action
from ..words import _
from .cards import (
    ALL_SKIPS,
    BITS,
    CARD_OF,
    CARD_TEXT,
    CARDS,
    COLOUR_OF,
    COLOURS,
    FIRST,
    KIND,
    KINDS,
    PLUS,
    REVERSE,
    SKIP,
    SKIPS,
    WILD,
    WILD_FOUR,
    Card,
    Colour,
    Hand,
    Kind,
    Row,
    cards_of,
    kinds_mask,
    text_of,
)
from .meta import MOST_SEATS


@dataclass(frozen=True, slots=True)
class Play:
    """One card, or several Skips in the order they are laid; with a wild its colour."""

    verb: ClassVar = "play"
    cards: Row
    colour: Colour | None = None
    # Asked for at every turn, so worked out once.
    kind: Kind = field(init=False, compare=False, repr=False)  # of the last card
    shows: Colour = field(init=False, compare=False, repr=False)  # what is current after it
    plus: int = field(init=False, compare=False, repr=False)  # what it adds to a pending sum
    steps: int = field(init=False, compare=False, repr=False)  # how far the turn moves
    is_simple: bool = field(init=False, compare=False, repr=False)  # that is all it ever does
    copies: Hand = field(init=False, compare=False, repr=False)  # all bits of the first card
    lone: Hand = field(init=False, compare=False, repr=False)  # its bit, if it need only fit

    def __post_init__(self) -> None:
        last = self.cards[-1]
        is_whole = (last >= WILD) == (self.colour is not None)  # U10
        is_lone = is_whole and len(self.cards) == 1 and last != WILD_FOUR  # U8, U12
        own, skips = last // len(KINDS), len(self.cards) if KIND[last] == SKIP else 0
        object.__setattr__(self, "kind", KIND[last])
        object.__setattr__(self, "shows", own if self.colour is None else self.colour)
        object.__setattr__(self, "plus", PLUS.get(KIND[last], 0))
        object.__setattr__(self, "steps", 1 + skips)  # U8
        object.__setattr__(self, "is_simple", skips < 2 and KIND[last] not in (REVERSE, WILD_FOUR))
        object.__setattr__(self, "copies", BITS[self.cards[0]])
        object.__setattr__(self, "lone", FIRST[last] if is_lone else 0)

    def __str__(self) -> str:
        chosen = "" if self.colour is None else " " + COLOURS[self.colour]
        return f"{self.verb} {text_of(self.cards)}{chosen}"


@dataclass(frozen=True, slots=True)
class Word:
    """An action that is said with one word."""

    verb: str

    def __str__(self) -> str:
        return self.verb


@dataclass(frozen=True, slots=True)
class Catch:
    verb: ClassVar = "catch"
    seat: Seat

    def __str__(self) -> str:
        return f"{self.verb} {self.seat}"


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands, seat by seat; the start card; the draw pile, its top first."""

    verb: ClassVar = "deal"
    first: Seat
    cards: Row

    def __str__(self) -> str:
        return f"{self.verb} {self.first} {text_of(self.cards)}"


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The new draw pile, its top first."""

    verb: ClassVar = "reshuffle"
    cards: Row

    def __str__(self) -> str:
        return f"{self.verb} {text_of(self.cards)}"


Action = Play | Word | Catch | Deal | Reshuffle

ONLY_SKIPS: Final = Refusal(
    _("Lay one card: only Skips may ever be laid together."), "only_skips_together"
)
WHICH_CARD: Final = Refusal(_("Say which card you play."), "which_card")
CHOOSE_A_COLOUR: Final = Refusal(
    _("Choose a colour with it: red, green, blue or yellow."), "choose_a_colour"
)
NO_SUCH_COLOUR: Final = Refusal(
    _("There are four colours to choose: red, green, blue and yellow."), "no_such_colour"
)

DRAW: Final = Word("draw")
KEEP: Final = Word("keep")
CHALLENGE: Final = Word("challenge")
UNO: Final = Word("uno")
CATCH: Final = tuple(Catch(seat) for seat in range(MOST_SEATS))


def _plays_of_card(card: Card) -> tuple[Play, ...]:
    if card < WILD:
        return (Play(bytes([card])),)
    return tuple(Play(bytes([card]), colour) for colour in range(len(COLOURS)))


_PLAYS: Final = tuple(_plays_of_card(card) for card in CARDS)
# By the length of the card's lowest bit.
_PLAYS_AT: Final = {bit.bit_length(): plays for bit, plays in zip(FIRST, _PLAYS, strict=True)}


@lru_cache(maxsize=1 << 13)
def plays_of(mask: Hand) -> tuple[Action, ...]:
    """All ways to lay one of these cards, one of each, in their fixed order."""
    plays: tuple[Action, ...] = ()
    while mask:
        length = mask.bit_length()
        plays = _PLAYS_AT[length] + plays
        mask ^= 1 << length - 1
    return plays


@lru_cache(maxsize=1 << 12)
def plays_of_skips(hand: Hand, fitting: Hand) -> tuple[Action, ...]:
    """U8, `stack_skips`: each set of two or more, once for each card that may come last."""
    skips = cards_of(hand & ALL_SKIPS)
    sets = dict.fromkeys(
        bytes(chosen) for count in range(2, len(skips) + 1) for chosen in combinations(skips, count)
    )
    return tuple(
        Play(bytes([*others, last]))
        for chosen in sets
        for last in dict.fromkeys(chosen)
        for others in (_but_one(chosen, last),)
        if kinds_mask(others) & fitting
    )


def _but_one(cards: Row, card: Card) -> Row:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


_ALL: Final[tuple[Action, ...]] = (
    *(play for plays in _PLAYS for play in plays),
    *(DRAW, KEEP, CHALLENGE, UNO),
    *CATCH,
)
_BY_TEXT: Final = {str(action): action for action in _ALL}
_SEAT_NAMES: Final = tuple(str(seat) for seat in range(MOST_SEATS))


def parse(text: str) -> Action:
    """Raises IllegalAction for a text that no action has."""
    known = _BY_TEXT.get(text)
    if known is not None:
        return known
    verb, *words = text.split(" ")
    if verb == "play":
        return _skips_from(text, words)
    if verb == "deal" and len(words) > 1 and words[0] in _SEAT_NAMES:
        return Deal(int(words[0]), _cards_from(text, words[1:]))
    if verb == "reshuffle" and words:
        return Reshuffle(_cards_from(text, words))
    raise no_action(text)


def _skips_from(text: str, words: Sequence[str]) -> Play:
    if any(word in (CARD_TEXT[WILD:]) for word in words):
        _refuse_wild(words)
    cards = _cards_from(text, words)
    if len(cards) > 1 and not all(card in SKIPS for card in cards):
        raise IllegalAction(*ONLY_SKIPS)
    if not cards:
        raise IllegalAction(*WHICH_CARD)
    return Play(cards)


def _refuse_wild(words: Sequence[str]) -> None:
    if len(words) == 1:
        raise IllegalAction(*CHOOSE_A_COLOUR)
    if len(words) == 2 and words[1] not in COLOUR_OF:
        raise IllegalAction(*NO_SUCH_COLOUR)


def _cards_from(text: str, words: Sequence[str]) -> Row:
    try:
        return bytes([CARD_OF[word] for word in words])
    except KeyError:
        raise no_action(text) from None
