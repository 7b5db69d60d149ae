"""What an action does. The numbers are the clauses of docs/rules/lowest.md."""

from __future__ import annotations

from ..game import DEALER, Seat, swapped
from .actions import Action, Play
from .cards import Card, strongest
from .deal import dealt
from .legal import may_play
from .refusals import refused
from .state import State


def apply(state: State, seat: Seat, action: Action) -> State:
    """The state after it. Raises IllegalAction."""
    if isinstance(action, Play):
        if may_play(state, seat, action.card):
            return _play(state, seat, action.card)
    elif seat == DEALER:
        return dealt(state, action)
    raise refused(state, seat, action)


def _play(state: State, seat: Seat, card: Card) -> State:
    hand = tuple(held for held in state.hands[seat] if held != card)
    lying = state._replace(
        turn=(seat + 1) % state.seats,  # L2
        hands=swapped(state.hands, seat, hand),
        played=(*state.played, card),
    )
    return lying if len(lying.played) % state.seats else _take_trick(lying)


def _take_trick(state: State) -> State:
    leader = state.takers[-1] if state.takers else 0
    taker = (leader + strongest(state.played[-state.seats :])) % state.seats  # L3
    takers = (*state.takers, taker)
    return state._replace(turn=None if len(takers) == state.tricks else taker, takers=takers)
