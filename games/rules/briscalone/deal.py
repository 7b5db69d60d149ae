"""The dealer's part: which cards fall where. Everything else at the table is choice."""

from __future__ import annotations

from collections.abc import Sequence

from ..fair import shuffled
from ..game import DEALER, Seat
from .actions import Action, Deal
from .cards import DECK, Card, Hand
from .meta import SEATS
from .refusals import refused
from .state import TRICKS, Auction, State


def deal(state: State, seed: bytes) -> Deal:
    """The dealer's action: the only use of chance."""
    return Deal(tuple(shuffled(seed, f"deal:{len(state.results)}", DECK)))


def dealt(state: State, action: Action) -> State:
    """The state after an action of the dealer. Raises IllegalAction."""
    if state.phase == "deal" and isinstance(action, Deal) and tuple(sorted(action.cards)) == DECK:
        return _deal(state, action)
    raise refused(state, DEALER, action)


def _deal(state: State, deal: Deal) -> State:
    opener = len(state.results) % SEATS  # R2
    return State(
        rounds=state.rounds,
        results=state.results,
        phase="auction",
        turn=opener,
        hands=tuple(_hand(deal.cards, seat) for seat in range(SEATS)),
        auction=Auction(opener),
    )


def _hand(cards: Sequence[Card], seat: Seat) -> Hand:
    # Sorted: a hand tells nothing of the order in which it was dealt.
    return tuple(sorted(cards[seat * TRICKS : (seat + 1) * TRICKS]))
