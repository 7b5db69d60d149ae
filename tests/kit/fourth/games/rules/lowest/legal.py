"""What a seat may do now. The numbers are the clauses of docs/rules/lowest.md."""

from __future__ import annotations

from ..game import DEALER, Seat
from .actions import PLAYS, Action
from .cards import Card
from .state import State


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    if seat != state.turn or seat == DEALER:
        return ()
    return tuple(PLAYS[card] for card in state.hands[seat])  # L2


def keeps_time(state: State, seat: Seat, action: Action) -> bool:
    return False  # L2: to lay a card is a turn


def may_play(state: State, seat: Seat, card: Card) -> bool:
    """Whether the list has the play of this card."""
    return seat == state.turn and seat != DEALER and card in state.hands[seat]
