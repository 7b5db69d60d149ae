"""What one viewer may know, built up from nothing. L5"""

from __future__ import annotations

from typing import NamedTuple

from ..game import DEALER, Result, Seat
from .cards import Card, Hand
from .scores import result, tricks_taken
from .state import State, to_act


class View(NamedTuple):
    seat: Seat | None  # whose view it is; None for a spectator
    seats: int
    most_wins: bool
    to_act: tuple[Seat, ...]  # (DEALER,) before the deal, () at the end
    hand: Hand  # the viewer's own
    hand_sizes: tuple[int, ...]
    stock: int
    played: tuple[Card, ...]
    takers: tuple[Seat, ...]
    taken: tuple[int, ...]
    result: Result | None

    @property
    def lying(self) -> tuple[tuple[Seat, Card], ...]:
        """Who laid what to the open trick, or to the last one until the next is led."""
        done = len(self.played) // self.seats
        shown = done if len(self.played) % self.seats else max(0, done - 1)
        leader = self.takers[shown - 1] if shown else 0
        cards = self.played[shown * self.seats :]
        return tuple(((leader + i) % self.seats, card) for i, card in enumerate(cards))

    @property
    def is_taken(self) -> bool:
        """Whether nothing has been led since the last trick was taken."""
        return bool(self.played) and len(self.played) % self.seats == 0


def view(state: State, seat: Seat | None) -> View:
    """All that this seat may know, and nothing else; None is a spectator, like the dealer."""
    if seat == DEALER:
        seat = None
    return View(
        seat=seat,
        seats=state.seats,
        most_wins=state.most_wins,
        to_act=to_act(state),
        hand=() if seat is None else state.hands[seat],
        hand_sizes=tuple(map(len, state.hands)),
        stock=len(state.stock),
        played=state.played,
        takers=state.takers,
        taken=tricks_taken(state),
        result=result(state),
    )
