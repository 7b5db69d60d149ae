"""What a seat may know, gathered piece by piece from the table."""

from __future__ import annotations

from typing import NamedTuple

from ..cards import Card, Mask, cards_of
from ..game import DEALER, Result, Seat
from .cards import Demand
from .scores import result
from .state import Options, Row, State


class Laid(NamedTuple):
    """The play on top of the pile."""

    seat: Seat
    cards: tuple[Card, ...]


class SeatView(NamedTuple):
    """What everyone sees of one seat (B4)."""

    hand: int  # how many cards
    known: tuple[Card, ...]  # those of the hand that everyone knows
    up: Row  # by position, None where the card is gone
    down: tuple[bool, ...]  # by position, whether a card still lies there


class View(NamedTuple):
    seat: Seat | None  # whose view it is; None for a spectator
    options: Options
    to_act: tuple[Seat, ...]  # (DEALER,) while the dealer is due, () at the end
    first: Seat | None  # who led the game; None before the deal
    turn: Seat
    demand: Demand
    hand: tuple[Card, ...]  # the viewer's own
    seats: tuple[SeatView, ...]
    pile: tuple[Card, ...]  # the oldest card first
    top: Laid | None  # who laid the last cards of the pile, and which
    removed: tuple[Card, ...]
    actions: int
    redeals: int
    winner: Seat | None  # who went out
    result: Result | None


def view(state: State, seat: Seat | None) -> View:
    """All that this seat may know, and nothing else; None is a spectator, like the dealer."""
    if seat == DEALER:
        seat = None
    return View(
        seat=seat,
        options=state.options,
        to_act=state.to_act,
        first=state.first,
        turn=state.turn,
        demand=state.demand,
        hand=() if seat is None else cards_of(state.hands[seat]),
        seats=tuple(map(_seat_view, state.hands, state.known, state.up, state.down)),
        pile=state.pile,
        top=None if state.top is None else Laid(*state.top),
        removed=state.removed,
        actions=state.actions,
        redeals=state.redeals,
        winner=state.winner,
        result=result(state),
    )


def _seat_view(hand: Mask, known: Mask, up: Row, down: Row) -> SeatView:
    lies = tuple(card is not None for card in down)
    return SeatView(hand.bit_count(), cards_of(known), up, lies)
