"""The dealer's part: which cards fall where. Everything else at the table is choice."""

from __future__ import annotations

from collections.abc import Sequence

from ..fair import shuffled
from ..game import DEALER
from .actions import Action, Deal
from .cards import DECK, Card, Hand
from .refusals import refused
from .state import State


def deal(state: State, seed: bytes) -> Deal:
    """The dealer's action: the only use of chance."""
    return Deal(tuple(shuffled(seed, "deal", DECK)))


def dealt(state: State, action: Action) -> State:
    """The state after an action of the dealer. Raises IllegalAction."""
    if state.turn == DEALER and isinstance(action, Deal) and _hand(action.cards) == DECK:
        return _deal(state, action.cards)
    raise refused(state, DEALER, action)


def _deal(state: State, cards: Sequence[Card]) -> State:
    size = state.tricks
    hands = tuple(_hand(cards[seat * size :][:size]) for seat in range(state.seats))
    return state._replace(turn=0, hands=hands, stock=_hand(cards[state.seats * size :]))  # L1, L2


def _hand(cards: Sequence[Card]) -> Hand:
    # Sorted: a hand tells nothing of the order in which it was dealt.
    return tuple(sorted(cards))
