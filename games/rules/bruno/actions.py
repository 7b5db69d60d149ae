"""Everything that can be done at the table, each with its one short text.

A seat can only ever make 837 different actions. They are all made once, here, so that listing
them costs a look-up and reading one from its text another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from ..cards import CARD_OF, DECK, RANKS, SUITS, Card, Mask, Rank, mask_of, rank_of, text_of
from ..game import IllegalAction, Refusal, Seat
from ..refusals import no_action
from ..words import _
from .meta import SEATS


@dataclass(frozen=True, slots=True)
class Play:
    """Cards of one rank, in the order they were named."""

    cards: tuple[Card, ...]
    rank: Rank
    mask: Mask
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Flip:
    position: int

    def __str__(self) -> str:
        return f"flip {self.position}"


@dataclass(frozen=True, slots=True)
class Collect:
    def __str__(self) -> str:
        return "collect"


@dataclass(frozen=True, slots=True)
class Pass:
    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Deal:
    """Seat by seat: three face-down, three face-up, seven for the hand."""

    first: Seat
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"deal {self.first} {text_of(self.cards)}"


@dataclass(frozen=True, slots=True)
class Redeal:
    """One card at a time, the player of the 10 first."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"redeal {text_of(self.cards)}".rstrip()


Action = Play | Flip | Collect | Pass | Deal | Redeal

ONE_RANK: Final = Refusal(_("Cards that are played together must have one rank."), "one_rank")  # B6

ROW: Final = 3
HAND: Final = 7
COLLECT: Final = Collect()
PASS: Final = Pass()
FLIPS: Final = tuple(Flip(position) for position in range(ROW))


def _play(cards: tuple[Card, ...]) -> Play:
    return Play(cards, rank_of(cards[0]), mask_of(cards), f"play {text_of(cards)}")


def _plays_of_rank(rank: Rank) -> list[Play]:
    suits = range(rank * len(SUITS), (rank + 1) * len(SUITS))
    return [_play(cards) for n in range(1, len(SUITS) + 1) for cards in permutations(suits, n)]


_SEAT_NAMES: Final = tuple(str(seat) for seat in range(SEATS))
_PLAYS: Final = {play.cards: play for rank in range(len(RANKS)) for play in _plays_of_rank(rank)}
_ALL: Final[tuple[Action, ...]] = (*_PLAYS.values(), *FLIPS, COLLECT, PASS)
_BY_TEXT: Final = {str(action): action for action in _ALL}


def _every_number(rank: Rank, suits: Mask) -> tuple[Play, ...]:
    held = tuple(card for card in DECK[rank * 4 : rank * 4 + 4] if suits >> (card & 3) & 1)
    return tuple(_PLAYS[held[:n]] for n in range(1, len(held) + 1))


_RANKS_AT_ONCE: Final = 3
_BITS: Final = (1 << _RANKS_AT_ONCE * len(SUITS)) - 1


def _plays_of_some_ranks(first: Rank) -> tuple[tuple[Play, ...], ...]:
    """By which of the cards from this rank on are held."""
    lists: list[tuple[Play, ...]] = [()]
    for rank in range(first, min(first + _RANKS_AT_ONCE, len(RANKS))):
        numbers = [_every_number(rank, suits) for suits in range(1 << len(SUITS))]
        lists = [lower + upper for upper in numbers for lower in lists]
    return tuple(lists)


_2_TO_4, _5_TO_7, _8_TO_10, _J_TO_K, _ACES = (
    _plays_of_some_ranks(first) for first in range(0, len(RANKS), _RANKS_AT_ONCE)
)


def plays_of(cards: Mask) -> tuple[Play, ...]:
    """Of every rank among them: one card, two cards … the first in suit order."""
    return (
        _2_TO_4[cards & _BITS]
        + _5_TO_7[cards >> 12 & _BITS]
        + _8_TO_10[cards >> 24 & _BITS]
        + _J_TO_K[cards >> 36 & _BITS]
        + _ACES[cards >> 48]
    )


def play_of(card: Card) -> Play:
    return _PLAYS[card,]


def parse(text: str) -> Action:
    """The inverse of str(action). Raises IllegalAction."""
    action = _BY_TEXT.get(text)
    return action if action is not None else _parse_dealer(text)


def _parse_dealer(text: str) -> Deal | Redeal:
    word, *rest = text.split(" ")
    if word == "deal" and rest and rest[0] in _SEAT_NAMES:
        return Deal(int(rest[0]), _cards(rest[1:], text))
    if word == "redeal":
        return Redeal(_cards(rest, text))
    if word == "play" and len({rank_of(card) for card in _cards(rest, text)}) > 1:
        raise IllegalAction(*ONE_RANK)
    raise no_action(text)


def _cards(names: Sequence[str], text: str) -> tuple[Card, ...]:
    try:
        return tuple(CARD_OF[name] for name in names)
    except KeyError:
        raise no_action(text) from None
