"""What an action does. The numbers are the clauses of docs/rules/bruno.md."""

from __future__ import annotations

from typing import Final

from ..cards import RANKS, Mask, mask_of
from ..game import DEALER, Seat, swapped
from ..unroll import unrolled
from .actions import PASS, Action, Flip, Play, play_of
from .cards import ANSWERS, FUNCTIONS, TEN, THREE, TWO
from .deal import dealt
from .legal import legal_actions, may_lay
from .meta import SEATS
from .refusals import refused
from .state import GONE, MOST_ACTIONS, Masks, Seats, State

_DEALER: Final[Seats] = (DEALER,)
_SEAT: Final[tuple[Seats, ...]] = tuple((seat,) for seat in range(SEATS))
_NEXT: Final = (1, 2, 3, 0)  # B1
_PARTNER: Final = (2, 3, 0, 1)
# By rank: who is next after each seat, and whether the demand stays.
_FOLLOWS: Final = tuple(_PARTNER if rank == THREE else _NEXT for rank in range(len(RANKS)))
_KEEPS: Final = tuple(rank in (TWO, THREE, TEN) for rank in range(len(RANKS)))  # B16


def apply(state: State, seat: Seat, action: Action) -> State:
    """The state after it. Raises IllegalAction."""
    # Most actions are plays, and to look for one in the list takes longer than to ask about it.
    if type(action) is Play:  # `isinstance` is slow where it is none
        if may_lay(state, seat, action):
            return _play(state, seat, action)
    elif seat == DEALER:
        return dealt(state, action)
    elif action in legal_actions(state, seat):
        return _other(state, seat, action)
    raise refused(state, seat, action)


def _play(state: State, seat: Seat, play: Play) -> State:
    hands, known, cards = state.hands, state.known, play.mask
    if not hands[seat]:
        return _lay(_off_the_table(state, seat, play), seat, play, hands, known)
    if known[seat] & cards:
        known = swapped(known, seat, known[seat] & ~cards)
    left = list(hands)
    left[seat] ^= cards
    return _lay(state, seat, play, tuple(left), known)


@unrolled
def _off_the_table(state: State, seat: Seat, play: Play) -> State:
    row = tuple([None if card in play.cards else card for card in state.up[seat]])
    return state._replace(up=swapped(state.up, seat, row))


def _other(state: State, seat: Seat, action: Action) -> State:
    if isinstance(action, Flip):
        return _flip(state, seat, action.position)
    return _pass(state, seat) if action == PASS else _collect(state, seat, mask_of(state.pile))


@unrolled
def _flip(state: State, seat: Seat, position: int) -> State:
    card = state.down[seat][position]
    assert card is not None
    row = tuple([None if other == card else other for other in state.down[seat]])
    turned = state._replace(down=swapped(state.down, seat, row))
    ends_on_a_function = 1 << card & FUNCTIONS and row == GONE  # B22
    if 1 << card & ANSWERS[state.demand] and not ends_on_a_function:
        return _lay(turned, seat, play_of(card), state.hands, state.known)
    return _collect(turned, seat, mask_of(state.pile) | 1 << card)  # B21


@unrolled
def _lay(state: State, seat: Seat, play: Play, hands: Masks, known: Masks) -> State:
    """B11–B18: what a play does. Here its cards have left their zone already."""
    rank = play.rank
    turn = _FOLLOWS[rank][seat]
    pile, top, removed = state.pile, state.top, state.removed
    if rank == TEN:
        removed += play.cards
    else:
        pile += play.cards
        top = (seat, play.cards)
    actions = state.actions + 1
    winner, to_act = None, _DEALER if rank == TEN else _SEAT[turn]
    if not hands[seat] and state.up[seat] == GONE and state.down[seat] == GONE:
        winner, to_act = seat, ()  # B25
    elif actions == MOST_ACTIONS:
        to_act = ()
    return state._replace(
        to_act=to_act,
        turn=turn,
        demand=state.demand if _KEEPS[rank] else rank,
        hands=hands,
        known=known,
        pile=pile,
        top=top,
        removed=removed,
        actions=actions,
        winner=winner,
    )


@unrolled
def _collect(state: State, seat: Seat, cards: Mask) -> State:
    """B20: the cards go to the hand, for all to see, and the demand is lifted."""
    actions = state.actions + 1
    turn = _NEXT[seat] if state.options.next_leads else seat
    return state._replace(
        to_act=() if actions == MOST_ACTIONS else _SEAT[turn],
        turn=turn,
        demand=None,
        hands=swapped(state.hands, seat, state.hands[seat] | cards),
        known=swapped(state.known, seat, state.known[seat] | cards),
        pile=(),
        top=None,
        actions=actions,
    )


def _pass(state: State, seat: Seat) -> State:
    actions = state.actions + 1
    turn = _NEXT[seat]
    to_act = () if actions == MOST_ACTIONS else _SEAT[turn]
    return state._replace(to_act=to_act, turn=turn, actions=actions)
