"""Everything that can be done at the table, each with its one short text.

All but the deals are made once, here, so that listing them costs a look-up and reading one
from its text another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..refusals import no_action
from .cards import CARD_OF, CARD_TEXT, DECK, LOWEST, RANKS, SUITS, Card, Rank, Suit, text_of


@dataclass(frozen=True, slots=True)
class Bid:
    rank: Rank

    def __str__(self) -> str:
        return f"bid {RANKS[self.rank]}"


@dataclass(frozen=True, slots=True)
class Raise:
    def __str__(self) -> str:
        return "raise"


@dataclass(frozen=True, slots=True)
class Pass:
    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Play:
    card: Card

    def __str__(self) -> str:
        return f"play {CARD_TEXT[self.card]}"


@dataclass(frozen=True, slots=True)
class Call:
    suit: Suit

    def __str__(self) -> str:
        return f"call {SUITS[self.suit]}"


@dataclass(frozen=True, slots=True)
class Deal:
    """Eight cards for each seat, seat 0 first."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"deal {text_of(self.cards)}"


# What can be said in the auction.
Saying = Bid | Raise | Pass
Action = Saying | Play | Call | Deal

BIDS: Final = tuple(Bid(rank) for rank in range(len(RANKS)))
RAISE: Final = Raise()
PASS: Final = Pass()
PLAYS: Final = tuple(Play(card) for card in DECK)
CALLS: Final = tuple(Call(suit) for suit in range(len(SUITS)))

OPENING: Final[tuple[Saying, ...]] = BIDS[::-1]


def _answers(standing: Rank) -> tuple[Saying, ...]:
    if standing == LOWEST:
        return (PASS, RAISE)  # R4
    return (PASS, *BIDS[standing - 1 :: -1])  # R3


ANSWERS: Final = tuple(_answers(standing) for standing in range(len(RANKS)))
_ALL: Final[tuple[Action, ...]] = (*BIDS, RAISE, PASS, *PLAYS, *CALLS)
_BY_TEXT: Final = {str(action): action for action in _ALL}


def parse(text: str) -> Action:
    """The inverse of str(action). Raises IllegalAction."""
    action = _BY_TEXT.get(text)
    return action if action is not None else _parse_deal(text)


def _parse_deal(text: str) -> Deal:
    word, *names = text.split(" ")
    if word == "deal" and names and all(name in CARD_OF for name in names):
        return Deal(tuple(CARD_OF[name] for name in names))
    raise no_action(text)
