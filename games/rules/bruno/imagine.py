"""A whole table from what one viewer knows of it."""

from __future__ import annotations

from random import Random

from ..cards import DECK, Card, Mask, cards_of, mask_of
from ..game import Seat
from .meta import SEATS
from .state import Row, State
from .view import View


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
