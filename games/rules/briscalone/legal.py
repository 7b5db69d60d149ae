"""What a seat may do now. The numbers are the clauses of docs/rules/briscalone.md."""

from __future__ import annotations

from ..game import Seat
from .actions import ANSWERS, CALLS, OPENING, PLAYS, Action, Bid, Pass, Saying
from .cards import LOWEST, Card
from .state import State


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    phase = state.phase
    if seat != state.turn or phase == "deal":
        return ()
    if phase == "auction":
        standing = state.auction.rank
        return OPENING if standing is None else ANSWERS[standing]
    if phase == "call":
        return CALLS
    return tuple([PLAYS[card] for card in state.hands[seat]])


def may_play(state: State, seat: Seat, card: Card) -> bool:
    """Whether the list has the play of this card."""
    phase = state.phase
    if seat != state.turn or (phase != "tricks" and phase != "blind"):
        return False
    return card in state.hands[seat]  # R9


def may_say(state: State, seat: Seat, saying: Saying) -> bool:
    """Whether the list has this saying."""
    if seat != state.turn or state.phase != "auction":
        return False
    standing = state.auction.rank
    if isinstance(saying, Bid):
        return standing is None or saying.rank < standing  # R3
    if isinstance(saying, Pass):
        return standing is not None  # R3
    return standing == LOWEST  # R4


def keeps_time(state: State, seat: Seat, action: Action) -> bool:
    return False  # whatever is done here uses up a turn
