"""The dealer's part: which cards fall where. Everything else at the table is choice."""

from __future__ import annotations

from typing import Final

from ..fair import shuffled
from ..game import DEALER, Seat, swapped
from .actions import Action, Deal, Reshuffle
from .cards import DECK, DRAW_TWO, KIND, REVERSE, SKIP, WILD, cards_of, colour_of, hand_of
from .draws import drawn_on
from .refusals import refused
from .state import State

START_DRAW: Final = 2
_IN_ORDER: Final = list(DECK)


def deal(state: State, seed: bytes) -> Deal | Reshuffle:
    """The dealer's action: the only use of chance."""
    number = len(state.match.rounds)
    if state.stage == "reshuffle":
        label = f"reshuffle:{number}:{state.reshuffles}"
        return Reshuffle(bytes(shuffled(seed, label, sorted(state.discards[:-1]))))
    cards = shuffled(seed, f"deal:{number}", DECK)
    start = state.match.seats * state.match.options.hand_size
    again = 0
    while cards[start] >= WILD:  # U5
        cards[start:] = shuffled(seed, f"start:{number}:{again}", sorted(cards[start:]))
        again += 1
    return Deal(_first_seat(state, seed), bytes(cards))


def _first_seat(state: State, seed: bytes) -> Seat:
    due = _first_seat_due(state)
    return shuffled(seed, "start", range(state.match.seats))[0] if due is None else due


def _first_seat_due(state: State) -> Seat | None:
    """U4; None where chance decides."""
    match = state.match
    if match.first is None:
        return match.options.first_seat
    return (match.first + len(match.rounds)) % match.seats


def dealt(state: State, action: Action) -> State:
    """The state after an action of the dealer. Raises IllegalAction."""
    if isinstance(action, Deal) and _is_deal_due(state, action):
        return _deal(state, action)
    if isinstance(action, Reshuffle) and state.debt and _is_reshuffle_due(state, action):
        return drawn_on(state, action.cards, state.debt)
    raise refused(state, DEALER, action)


def _is_deal_due(state: State, deal: Deal) -> bool:
    start = state.match.seats * state.match.options.hand_size
    return (
        state.stage == "deal"
        and _first_seat_due(state) in (None, deal.first)
        and deal.first < state.match.seats
        and sorted(deal.cards) == _IN_ORDER
        and deal.cards[start] < WILD
    )


def _is_reshuffle_due(state: State, reshuffle: Reshuffle) -> bool:
    return state.stage == "reshuffle" and sorted(reshuffle.cards) == sorted(state.discards[:-1])


def _deal(state: State, deal: Deal) -> State:
    match, seats, size = state.match, state.match.seats, state.match.options.hand_size
    hands = tuple(hand_of(deal.cards[i * size : (i + 1) * size]) for i in range(seats))
    top = deal.cards[seats * size]
    all_declared = match.options.uno_check and size == 1  # U21
    table = state._replace(
        match=match._replace(first=deal.first) if match.first is None else match,
        stage="play",
        turn=deal.first,
        direction=1,
        colour=colour_of(top) or 0,
        pile=deal.cards[seats * size + 1 :],
        discards=bytes([top]),
        hands=hands,
        declared=(1 << seats) - 1 if all_declared else 0,
        known=((),) * seats,
        lacks=(None,) * seats,
        moves=0,
        reshuffles=0,
        idle=0,
    )
    return _started(table, KIND[top])


def _started(state: State, kind: int) -> State:
    """U5: what the start card does to the first seat."""
    first, seats = state.turn, state.match.seats
    if kind == REVERSE and seats > 2:
        return state._replace(direction=-1)
    if kind in (SKIP, REVERSE):
        return state._replace(turn=(first + 1) % seats)
    if kind == DRAW_TWO:
        taken = hand_of((*cards_of(state.hands[first]), *state.pile[:START_DRAW]))
        return state._replace(
            turn=(first + 1) % seats,
            hands=swapped(state.hands, first, taken),
            pile=state.pile[START_DRAW:],
            declared=state.declared & ~(1 << first),
        )
    return state
