"""What a seat may know, gathered piece by piece from the table."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from ..cards import DECK, Card, Mask, cards_of, mask_of
from ..game import DEALER, Result, Seat
from .meta import SEATS
from .state import Demand, Options, Row, State, result_of


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
    """All that this seat may know, and nothing else; None is a spectator."""
    return View(
        seat=seat,
        options=state.options,
        to_act=state.to_act,
        first=state.first,
        turn=state.turn,
        demand=state.demand,
        hand=() if seat is None or seat == DEALER else cards_of(state.hands[seat]),
        seats=tuple(map(_seat_view, state.hands, state.known, state.up, state.down)),
        pile=state.pile,
        top=None if state.top is None else Laid(*state.top),
        removed=state.removed,
        actions=state.actions,
        redeals=state.redeals,
        winner=state.winner,
        result=result_of(state.to_act, state.winner),
    )


def _seat_view(hand: Mask, known: Mask, up: Row, down: Row) -> SeatView:
    lies = tuple(card is not None for card in down)
    return SeatView(hand.bit_count(), cards_of(known), up, lies)


def unseen(view: View) -> tuple[Card, ...]:
    """The cards of which the viewer does not know where they are."""
    seen = mask_of(view.pile) | mask_of(view.removed) | mask_of(view.hand)
    for seat in view.seats:
        seen |= mask_of(seat.known) | mask_of(card for card in seat.up if card is not None)
    return cards_of(mask_of(DECK) & ~seen)


def imagine(view: View, rng: Random) -> State:
    """A whole table that fits the view; each such table is equally likely."""
    cards = list(unseen(view))
    rng.shuffle(cards)
    hands = tuple(_imagine_hand(view, seat, cards) for seat in range(SEATS))
    return State(
        options=view.options,
        to_act=view.to_act,
        first=view.first,
        turn=view.turn,
        demand=view.demand,
        hands=hands,
        known=tuple(mask_of(seat.known) for seat in view.seats),
        up=tuple(seat.up for seat in view.seats),
        down=tuple(_imagine_row(seat.down, cards) for seat in view.seats),
        pile=view.pile,
        top=None if view.top is None else (view.top.seat, view.top.cards),
        removed=view.removed,
        actions=view.actions,
        redeals=view.redeals,
        winner=view.winner,
    )


def _imagine_hand(view: View, seat: Seat, cards: list[Card]) -> Mask:
    if seat == view.seat:
        return mask_of(view.hand)
    shown = view.seats[seat]
    hidden = [cards.pop() for _ in range(shown.hand - len(shown.known))]
    return mask_of(shown.known) | mask_of(hidden)


def _imagine_row(lies: tuple[bool, ...], cards: list[Card]) -> Row:
    return tuple(cards.pop() if lying else None for lying in lies)
