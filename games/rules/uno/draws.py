"""Cards from the draw pile, also when it runs out in the middle of a draw."""

from __future__ import annotations

from ..game import Seat, swapped
from ..unroll import unrolled
from .cards import ALL_FITS, BITS, FIRST, FITS, Hand, Row, with_card
from .scores import round_drawn, round_won
from .state import LACKING, Debt, Lack, OneLeft, Reason, State, fresher


@unrolled
def draw(state: State, seat: Seat) -> State | None:
    """U7: for want of a card that fits; the one drawn may be laid at once if it does.

    None if it is refused.
    """
    if state.stage != "play" or seat != state.turn:
        return None
    if state.pending:  # U14
        return take(state, seat, state.pending, "draw", state.moves + 1)
    hand, top = state.hands[seat], state.discards[-1]
    fitting = FITS[state.colour][top]
    if state.drawn is not None or hand & fitting:
        return None
    if not state.pile:
        return _draw_none(state)
    card = state.pile[0]
    hands, lacks = list(state.hands), list(state.lacks)
    hands[seat] = hand | FIRST[card] | (hand & BITS[card]) << 1
    lacks[seat] = LACKING[state.colour][top]
    fits = FIRST[card] & fitting
    return state._replace(
        turn=seat if fits else (seat + state.direction) % state.match.seats,
        pile=state.pile[1:],
        hands=tuple(hands),
        drawn=card if fits else None,
        declared=state.declared & ~(1 << seat),
        one_left=None,
        lacks=tuple(lacks),
        moves=state.moves + 1,
        idle=0,
        misplays=0,
    )


def _draw_none(state: State) -> State:
    """U16"""
    seat = state.turn
    if len(state.discards) > 1:  # the whole draw waits
        return state._replace(
            stage="reshuffle", one_left=None, misplays=0, debt=Debt(seat, 1, "draw")
        )
    lack = Lack(ALL_FITS[state.colour][state.discards[-1]], 0)
    passed = state._replace(
        turn=(seat + state.direction) % state.match.seats,
        one_left=None,
        lacks=swapped(state.lacks, seat, lack),
        moves=state.moves + 1,
        idle=state.idle + 1,
        misplays=0,
    )
    return _idled(passed)


@unrolled
def take(
    state: State,
    seat: Seat,
    count: int,
    reason: Reason,
    moves: int,
    one_left: OneLeft | None = None,
) -> State:
    """A pending sum or a penalty; what the pile does not hold is a debt (U16)."""
    taken, lacks = state.pile[:count], state.lacks
    turn, pending, charge, idle = state.turn, state.pending, state.charge, state.idle
    if taken and (lack := lacks[seat]) is not None:
        lacks = swapped(lacks, seat, fresher(lack, len(taken)))
    owes = len(taken) < count and len(state.discards) > 1
    if reason == "draw" and not owes:
        turn, pending, charge = (turn + state.direction) % state.match.seats, 0, None
        idle = 0 if taken else idle + 1
    after = state._replace(
        stage="reshuffle" if owes else state.stage,
        turn=turn,
        pile=state.pile[count:],
        hands=swapped(state.hands, seat, _with_cards(state.hands[seat], taken)),
        pending=pending,
        charge=charge,
        declared=state.declared & ~(1 << seat) if taken else state.declared,  # U19
        one_left=one_left,
        lacks=lacks,
        moves=moves,
        idle=idle,
        misplays=0 if reason == "draw" else state.misplays,
        debt=Debt(seat, count - len(taken), reason) if owes else None,
    )
    if reason == "out" and not owes:  # U22
        return round_won(after, (seat - state.direction) % state.match.seats)
    return _idled(after) if idle else after


def _with_cards(hand: Hand, cards: Row) -> Hand:
    for card in cards:
        hand = with_card(hand, card)
    return hand


def _idled(state: State) -> State:
    """U16"""
    return round_drawn(state) if state.idle >= state.match.seats else state


def drawn_on(state: State, pile: Row, debt: Debt) -> State:
    """The rest of a draw, now that there is a new pile."""
    shuffled = state._replace(
        stage="play",
        pile=pile,
        discards=state.discards[-1:],
        reshuffles=state.reshuffles + 1,
        debt=None,
    )
    if debt.reason == "draw" and not state.pending:
        return draw(shuffled, debt.seat) or shuffled
    return take(shuffled, *debt, state.moves, state.one_left)
