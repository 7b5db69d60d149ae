"""What an action does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..game import DEALER, IllegalAction, Seat
from .actions import CHALLENGE, DRAW, KEEP, UNO, Action, Catch, Deal, Play, Reshuffle, Word
from .cards import (
    BUT_WILD_FOUR,
    DRAW_TWO,
    FIRST,
    FITS,
    KIND,
    KINDS,
    REVERSE,
    SKIP,
    WILD,
    WILD_FOUR,
    Card,
    Hand,
    hand_of,
    without_card,
)
from .draws import draw, drawn_on
from .plays import layable, may_catch, may_declare, may_draw, may_lay
from .refusals import why_not
from .rounds import dealt, is_deal_due, is_reshuffle_due, round_drawn, round_won
from .state import Charge, State, Window, has_declared, lack_of, swapped
from .view import view

MOST_MOVES: Final = 2000
UNO_PENALTY: Final = 2
LOST_CHALLENGE: Final = 2


def apply(state: State, seat: Seat, action: Action) -> State:
    """The state after it. Raises IllegalAction."""
    if seat == DEALER:
        after = _dealers(state, action)
    elif state.stage != "play":
        raise refused(state, seat, action)
    elif isinstance(action, Play):
        after = _play(state, seat, action)
    elif isinstance(action, Word):
        after = _SAYINGS[action.word](state, seat)
    elif isinstance(action, Catch):
        after = _catch(state, seat, action)
    else:
        raise refused(state, seat, action)
    if after.moves >= MOST_MOVES and after.stage == "play":  # U24
        return round_drawn(after)
    return after


def refused(state: State, seat: Seat, action: Action) -> IllegalAction:
    viewer = seat if 0 <= seat < state.match.seats else None
    return IllegalAction(why_not(view(state, viewer), action))


def _dealers(state: State, action: Action) -> State:
    if isinstance(action, Deal) and is_deal_due(state, action):
        return dealt(state, action)
    if isinstance(action, Reshuffle) and state.debt and is_reshuffle_due(state, action):
        return drawn_on(state, action.cards, state.debt)
    raise refused(state, DEALER, action)


def _play(state: State, seat: Seat, play: Play) -> State:
    if seat != state.turn:
        raise refused(state, seat, play)
    cards, rest = play.cards, state.hands[seat]
    if (cards[-1] >= WILD) == (play.colour is None):  # U10
        raise refused(state, seat, play)
    if len(cards) == 1 and layable(state) & FIRST[cards[0]]:  # as most often: held, and it fits
        return _laid(state, play, without_card(rest, cards[0]))
    for card in cards:
        held, rest = rest, without_card(rest, card)
        if held == rest:
            raise refused(state, seat, play)
    if may_lay(state, cards):
        return _laid(state, play, rest)
    if state.pending or state.drawn is not None or state.match.options.no_misplay_penalty:
        raise refused(state, seat, play)
    return _misplayed(state, cards)


def _misplayed(state: State, cards: tuple[Card, ...]) -> State:
    """U15; everyone has seen the cards that go back."""
    seat, shown = state.turn, hand_of(cards)
    seen = tuple(known | shown for known in state.known[seat])
    back = state._replace(known=swapped(state.known, seat, seen))
    return draw(back, seat, 1, "penalty", state.moves + 1)


def _laid(state: State, play: Play, rest: Hand) -> State:
    # Spelled out, for every second action comes through here: `_replace` takes five times as long.
    (match, stage, seat, direction, colour, pile, discards, hands, pending, _charge, _drawn,
     declared, _window, known, lacks, moves, reshuffles, _idle, debt) = state[:]  # fmt: skip
    cards, steps, charge = play.cards, 1, None
    kind = KIND[cards[-1]]
    if kind < SKIP:
        pass  # a number
    elif kind == SKIP:
        steps = len(cards) + 1  # U8
    elif kind == REVERSE and match.seats == 2:
        steps = 2
    elif kind == REVERSE:
        direction = -direction
    elif kind == DRAW_TWO:
        pending += 2  # U9
    elif kind == WILD_FOUR:
        pending += 4  # U11
        charge = _charge_for(state, rest)
    colour = cards[-1] // len(KINDS) if play.colour is None else play.colour
    hands = swapped(hands, seat, rest)
    window = Window(seat, ()) if rest.bit_count() == 1 and match.options.uno_check else None  # U18
    if any(known[seat]):
        known = _known_after(state, cards)
    lack = lacks[seat]
    if lack is not None and FITS[lack.colour][lack.top] & FIRST[cards[0]]:
        # What the hand lacked, and holds all the same, has come since.
        lacks = swapped(lacks, seat, lack_of(lack.colour, lack.top, lack.fresh - 1))
    after = tuple.__new__(State, (
        match, stage, (seat + steps * direction) % match.seats, direction, colour, pile,
        discards + cards, hands, pending, charge, None, declared, window, known, lacks,
        moves + 1, reshuffles, 0, debt,
    ))  # fmt: skip
    return after if rest else _last_card_laid(after, seat)


def _charge_for(state: State, rest: Hand) -> Charge | None:
    """U12: judged by the table before the card, and the hand at that moment."""
    if not state.match.options.challenge:
        return None
    instead = FITS[state.colour][state.discards[-1]] & BUT_WILD_FOUR
    return Charge(instead, rest.bit_count(), bool(rest & instead))


def _known_after(state: State, cards: tuple[Card, ...]) -> tuple[tuple[Hand, ...], ...]:
    """Of the cards seen in this hand those just laid are gone."""
    seen = state.known[state.turn]
    for card in cards:
        seen = tuple(without_card(known, card) for known in seen)
    return swapped(state.known, state.turn, seen)


def _last_card_laid(state: State, seat: Seat) -> State:
    if state.match.options.uno_check and not has_declared(state, seat):
        return draw(state, seat, UNO_PENALTY, "penalty", state.moves)  # U20
    if state.pending:
        return draw(state, state.turn, state.pending, "out", state.moves)
    return round_won(state, seat)


def _draw(state: State, seat: Seat) -> State:
    if seat != state.turn or not may_draw(state):
        raise refused(state, seat, DRAW)
    return draw(state, seat, state.pending or 1, "draw", state.moves + 1)


def _keep(state: State, seat: Seat) -> State:
    if seat != state.turn or state.drawn is None:
        raise refused(state, seat, KEEP)
    return state._replace(
        turn=(seat + state.direction) % state.match.seats, drawn=None, moves=state.moves + 1
    )


def _challenge(state: State, seat: Seat) -> State:
    """U13"""
    if seat != state.turn or state.charge is None:
        raise refused(state, seat, CHALLENGE)
    accused = (seat - state.direction) % state.match.seats
    shown = list(state.known[accused])
    shown[seat] |= state.hands[accused]
    judged = state._replace(
        pending=0, charge=None, known=swapped(state.known, accused, tuple(shown))
    )
    if state.charge.bluff:
        return draw(judged, accused, state.pending, "penalty", state.moves + 1)
    passed = judged._replace(turn=(seat + state.direction) % state.match.seats)
    return draw(passed, seat, state.pending + LOST_CHALLENGE, "penalty", state.moves + 1)


def _declare(state: State, seat: Seat) -> State:
    if not may_declare(state, seat):
        raise refused(state, seat, UNO)
    return state._replace(declared=state.declared | 1 << seat, moves=state.moves + 1)


def _catch(state: State, seat: Seat, catch: Catch) -> State:
    """U18"""
    if state.window is None or not may_catch(state, seat, catch.seat):
        raise refused(state, seat, catch)
    moves = state.moves + 1
    if not has_declared(state, catch.seat):
        return draw(state, catch.seat, UNO_PENALTY, "penalty", moves)
    window = Window(catch.seat, (*state.window.accusers, seat))
    return draw(state, seat, UNO_PENALTY, "penalty", moves, window)


_SAYINGS: Final[dict[str, Callable[[State, Seat], State]]] = {
    DRAW.word: _draw,
    KEEP.word: _keep,
    CHALLENGE.word: _challenge,
    UNO.word: _declare,
}
