"""Cards from the draw pile, also when it runs out in the middle of a draw."""

from __future__ import annotations

from ..game import Seat
from .actions import DRAW, Word
from .cards import ALL_FITS, BITS, FIRST, FITS, Hand, Row, with_card
from .deal import round_drawn, round_won
from .refusals import refused
from .state import LACKING, Debt, Reason, State, Window, lack_of, swapped

# States are spelled out where most actions come through: `_replace` takes five times as long.


def draw(state: State, seat: Seat, action: Word) -> State:
    """U7: for want of a card that fits; the one drawn may be laid at once if it does."""
    (match, stage, turn, direction, colour, pile, discards, hands, pending, charge, drawn,
     declared, _window, known, lacks, moves, reshuffles, _idle, debt) = state[:]  # fmt: skip
    if stage != "play" or seat != turn:
        raise refused(state, seat, action)
    if pending:  # U14
        return take(state, seat, pending, "draw", moves + 1)
    top, hand = discards[-1], hands[seat]
    fitting = FITS[colour][top]
    if drawn is not None or hand & fitting:
        raise refused(state, seat, action)
    if not pile:
        return _draw_none(state)
    card = pile[0]
    more, shown = list(hands), list(lacks)
    more[seat] = hand | FIRST[card] | (hand & BITS[card]) << 1
    shown[seat] = LACKING[colour][top]
    if FIRST[card] & fitting:
        drawn = card
    else:
        turn = (seat + direction) % match.seats
    return tuple.__new__(State, (
        match, stage, turn, direction, colour, pile[1:], discards, tuple(more), pending, charge,
        drawn, declared & ~(1 << seat), None, known, tuple(shown), moves + 1, reshuffles, 0, debt,
    ))  # fmt: skip


def _draw_none(state: State) -> State:
    """U16"""
    seat = state.turn
    if len(state.discards) > 1:  # the whole draw waits
        return state._replace(stage="reshuffle", window=None, debt=Debt(seat, 1, "draw"))
    lack = lack_of(ALL_FITS[state.colour][state.discards[-1]], 0)
    passed = state._replace(
        turn=(seat + state.direction) % state.match.seats,
        window=None,
        lacks=swapped(state.lacks, seat, lack),
        moves=state.moves + 1,
        idle=state.idle + 1,
    )
    return _idled(passed)


def take(
    state: State, seat: Seat, count: int, reason: Reason, moves: int, window: Window | None = None
) -> State:
    """A pending sum or a penalty; what the pile does not hold is a debt (U16)."""
    (match, stage, turn, direction, colour, pile, discards, hands, pending, charge, drawn,
     declared, _window, known, lacks, _moves, reshuffles, idle, debt) = state[:]  # fmt: skip
    taken = pile[:count]
    if taken:
        pile = pile[count:]
        hands = swapped(hands, seat, _with_cards(hands[seat], taken))
        declared &= ~(1 << seat)  # U19
        if (lack := lacks[seat]) is not None:
            more = lack_of(lack.fitting, lack.fresh + len(taken))
            lacks = swapped(lacks, seat, more)
    if len(taken) < count and len(discards) > 1:
        stage, debt = "reshuffle", Debt(seat, count - len(taken), reason)
    elif reason == "draw":
        turn, pending, charge = (turn + direction) % match.seats, 0, None
        idle = 0 if taken else idle + 1
    after = tuple.__new__(State, (
        match, stage, turn, direction, colour, pile, discards, hands, pending, charge,
        drawn, declared, window, known, lacks, moves, reshuffles, idle, debt,
    ))  # fmt: skip
    if reason == "out" and not debt:  # U22
        return round_won(after, (seat - direction) % match.seats)
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
        return draw(shuffled, debt.seat, DRAW)
    return take(shuffled, *debt, state.moves, state.window)
