"""The whole table at one moment."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..game import DEALER, Config, Seat
from .cards import DECK, Card, Hand
from .meta import META

MOST_TRICKS: Final = 4  # L1


class State(NamedTuple):
    seats: int
    most_wins: bool
    turn: Seat | None = DEALER  # None at the end
    hands: tuple[Hand, ...] = ()
    stock: Hand = DECK  # what was dealt to nobody; before the deal everything
    played: tuple[Card, ...] = ()  # in the order played
    takers: tuple[Seat, ...] = ()  # who took each trick

    @property
    def tricks(self) -> int:
        """As many as everyone has cards at first. L1"""
        return min(MOST_TRICKS, len(DECK) // self.seats)


def new(config: Config, seats: int, version: int = META.version) -> State:
    """The table before the deal. Raises BadConfig."""
    META.check(seats, version)
    most_wins = bool(META.configure(config)["most_wins"])
    return State(seats, most_wins, hands=((),) * seats)


def to_act(state: State) -> tuple[Seat, ...]:
    return () if state.turn is None else (state.turn,)


def rests(state: State) -> bool:
    return False  # there is one round
