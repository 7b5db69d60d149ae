"""Everything that can be done at the table, each with its one short text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..cards import CARD_TEXT, text_of
from ..refusals import no_action
from .cards import CARD_OF, DECK, Card


@dataclass(frozen=True, slots=True)
class Play:
    card: Card

    def __str__(self) -> str:
        return f"play {CARD_TEXT[self.card]}"


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of each seat, seat 0 first, and then the rest."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"deal {text_of(self.cards)}"


Action = Play | Deal

PLAYS: Final = {card: Play(card) for card in DECK}
_BY_TEXT: Final = {str(play): play for play in PLAYS.values()}


def parse(text: str) -> Action:
    """The inverse of str(action). Raises IllegalAction."""
    play = _BY_TEXT.get(text)
    return play if play is not None else _parse_deal(text)


def _parse_deal(text: str) -> Deal:
    word, *names = text.split(" ")
    if word == "deal" and names and all(name in CARD_OF for name in names):
        return Deal(tuple(CARD_OF[name] for name in names))
    raise no_action(text)
