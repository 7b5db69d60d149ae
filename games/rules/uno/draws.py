"""Cards from the draw pile, also when it runs out in the middle of a draw."""

from __future__ import annotations

from ..game import Seat
from .cards import FIRST, FITS, Card, Hand, with_card
from .rounds import round_drawn, round_won
from .state import Debt, Reason, State, Window, lack_of, swapped


def draw(
    state: State, seat: Seat, count: int, reason: Reason, moves: int, window: Window | None = None
) -> State:
    """U16; with what is left in the pile, and a debt if that is too little."""
    # Spelled out, for most actions come through here: `_replace` takes five times as long.
    (match, stage, turn, direction, colour, pile, discards, hands, pending, charge,
     drawn, declared, _window, known, lacks, _moves, reshuffles, idle, debt) = state[:]  # fmt: skip
    taken = pile[:count]
    if taken:
        pile = pile[count:]
        hands = swapped(hands, seat, _with_cards(hands[seat], taken))
        declared &= ~(1 << seat)  # U19
        if (lack := lacks[seat]) is not None and (pending or reason != "draw"):
            more = lack_of(lack.colour, lack.top, lack.fresh + len(taken))
            lacks = swapped(lacks, seat, more)
    if len(taken) < count and len(discards) > 1:
        stage, debt = "reshuffle", Debt(seat, count - len(taken), reason)
    elif reason == "draw":
        if not pending:
            lacks = swapped(lacks, seat, lack_of(colour, discards[-1], len(taken)))
        if taken and not pending and FITS[colour][discards[-1]] & FIRST[taken[0]]:
            drawn = taken[0]  # U7
        else:
            turn, pending, charge = (turn + direction) % match.seats, 0, None
        idle = 0 if taken else idle + 1
    after = tuple.__new__(State, (
        match, stage, turn, direction, colour, pile, discards, hands, pending, charge,
        drawn, declared, window, known, lacks, moves, reshuffles, idle, debt,
    ))  # fmt: skip
    return after if debt or (reason != "out" and not idle) else _settled(after, seat, reason)


def _with_cards(hand: Hand, cards: tuple[Card, ...]) -> Hand:
    for card in cards:
        hand = with_card(hand, card)
    return hand


def _settled(state: State, seat: Seat, reason: Reason) -> State:
    """What follows once all the cards are there."""
    if reason == "out":  # U22
        return round_won(state, (seat - state.direction) % state.match.seats)
    if state.idle >= state.match.seats:  # U16
        return round_drawn(state)
    return state


def drawn_on(state: State, pile: tuple[Card, ...], debt: Debt) -> State:
    """The rest of a draw, now that there is a new pile."""
    shuffled = state._replace(
        stage="play",
        pile=pile,
        discards=state.discards[-1:],
        reshuffles=state.reshuffles + 1,
        debt=None,
    )
    return draw(shuffled, *debt, state.moves, state.window)
