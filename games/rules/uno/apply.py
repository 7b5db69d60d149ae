"""What an action does. The numbers are the clauses of docs/rules/uno.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..game import DEALER, Seat, swapped
from ..unroll import unrolled
from .actions import CHALLENGE, DRAW, KEEP, UNO, Action, Catch, Play
from .cards import BUT_WILD_FOUR, FIRST, FITS, REVERSE, WILD_FOUR, Hand, Row, hand_of, without_card
from .deal import dealt
from .draws import draw, take
from .legal import may_catch, may_declare, may_lay, may_try
from .refusals import refused
from .scores import round_drawn, round_won
from .state import MOST_MOVES, Charge, Looks, OneLeft, State, fresher, has_declared, is_on_turn

UNO_PENALTY: Final = 2
LOST_CHALLENGE: Final = 2


def apply(state: State, seat: Seat, action: Action) -> State:
    """The state after it. Raises IllegalAction."""
    if type(action) is Play:  # `isinstance` is slow where it is none
        after = _play(state, seat, action)
    elif (word := _WORDS.get(action.verb)) is not None:
        after = word(state, seat)
    else:
        after = _other(state, seat, action)
    if after is None:
        raise refused(state, seat, action)
    if after.moves >= MOST_MOVES and after.stage == "play":  # U24
        return round_drawn(after)
    return after


# Each of these is None if it is refused. To look for it in the list would take longer.


def _other(state: State, seat: Seat, action: Action) -> State | None:
    if isinstance(action, Catch):
        return _catch(state, seat, action.seat)
    return dealt(state, action) if seat == DEALER else None


@unrolled
def _play(state: State, seat: Seat, play: Play) -> State | None:
    if state.stage != "play" or seat != state.turn:
        return None
    hand, cards = state.hands[seat], play.cards
    fits_at_once = hand & play.lone & FITS[state.colour][state.discards[-1]]
    if (state.pending or state.drawn is not None or not fits_at_once) and not may_lay(state, play):
        return _misplay(state, seat, play) if may_try(state, play) else None
    rest = hand ^ 1 << (hand & play.copies).bit_length() - 1
    steps, direction, charge = play.steps, state.direction, None
    if not play.is_simple:
        rest, steps, direction, charge = _effect(state, play, rest)
    left, known, lacks, one_left = list(state.hands), state.known, state.lacks, None
    left[seat] = rest
    if known[seat]:
        known = swapped(known, seat, _known_after(known[seat], cards))
    if (lack := lacks[seat]) is not None and lack.fitting & FIRST[cards[0]]:
        # What the hand lacked, and holds all the same, has come since.
        lacks = swapped(lacks, seat, fresher(lack, -1))
    if rest.bit_count() == 1 and state.match.options.uno_check:
        one_left = OneLeft(seat, ())  # U18
    after = state._replace(
        turn=(seat + steps * direction) % state.match.seats,
        direction=direction,
        colour=play.shows,
        discards=state.discards + cards,
        hands=tuple(left),
        pending=state.pending + play.plus,  # U9, U11
        charge=charge,
        drawn=None,
        one_left=one_left,
        known=known,
        lacks=lacks,
        moves=state.moves + 1,
        idle=0,
        misplays=0,
    )
    return after if rest else _last_card_laid(after, seat)


def _effect(state: State, play: Play, rest: Hand) -> tuple[Hand, int, int, Charge | None]:
    """What is left of the hand, how far the turn moves, which way, and what it is charged with."""
    if play.kind == WILD_FOUR:
        return rest, play.steps, state.direction, _charge_for(state, rest)
    if play.kind == REVERSE:
        is_a_skip = state.match.seats == 2
        return (rest, 2, state.direction, None) if is_a_skip else (rest, 1, -state.direction, None)
    for card in play.cards[1:]:
        rest = without_card(rest, card)
    return rest, play.steps, state.direction, None


def _known_after(looks: Looks, cards: Row) -> Looks:
    """Of the cards seen in this hand those just laid are gone."""
    for card in cards:
        looks = tuple([hand and without_card(hand, card) for hand in looks])
    return looks if any(looks) else ()


@unrolled
def _misplay(state: State, seat: Seat, play: Play) -> State:
    """U15; everyone has seen the cards that go back."""
    shown = hand_of(play.cards)
    seen = tuple(known | shown for known in _looks(state, seat))
    back = state._replace(
        known=swapped(state.known, seat, seen),
        misplays=state.misplays + 1,
    )
    return take(back, seat, 1, "penalty", state.moves + 1)


def _looks(state: State, seat: Seat) -> Looks:
    return state.known[seat] or (0,) * (state.match.seats + 1)


def _charge_for(state: State, rest: Hand) -> Charge | None:
    """U12: judged by the table before the card, and the hand at that moment."""
    if not state.match.options.challenge:
        return None
    instead = FITS[state.colour][state.discards[-1]] & BUT_WILD_FOUR
    return Charge(instead, rest.bit_count(), bool(rest & instead))


def _last_card_laid(state: State, seat: Seat) -> State:
    if state.match.options.uno_check and not has_declared(state, seat):
        return take(state, seat, UNO_PENALTY, "penalty", state.moves)  # U20
    if state.pending:
        return take(state, state.turn, state.pending, "out", state.moves)
    return round_won(state, seat)


@unrolled
def _keep(state: State, seat: Seat) -> State | None:
    """U7"""
    if state.stage != "play" or seat != state.turn or state.drawn is None:
        return None
    turn = (seat + state.direction) % state.match.seats
    return state._replace(turn=turn, drawn=None, moves=state.moves + 1, misplays=0)


@unrolled
def _challenge(state: State, seat: Seat) -> State | None:
    """U13"""
    if not is_on_turn(state, seat) or state.charge is None:
        return None
    accused = (seat - state.direction) % state.match.seats
    shown = list(_looks(state, accused))
    shown[seat] |= state.hands[accused]
    bluff = state.charge.bluff
    judged = state._replace(
        turn=seat if bluff else (seat + state.direction) % state.match.seats,
        pending=0,
        charge=None,
        known=swapped(state.known, accused, tuple(shown)),
        misplays=0,
    )
    loser, cost = (accused, 0) if bluff else (seat, LOST_CHALLENGE)
    return take(judged, loser, state.pending + cost, "penalty", state.moves + 1)


@unrolled
def _declare(state: State, seat: Seat) -> State | None:
    if not may_declare(state, seat):
        return None
    return state._replace(declared=state.declared | 1 << seat, moves=state.moves + 1)


@unrolled
def _catch(state: State, seat: Seat, accused: Seat) -> State | None:
    """U18"""
    if state.one_left is None or not may_catch(state, seat, accused):
        return None
    moves = state.moves + 1
    if not has_declared(state, accused):
        return take(state, accused, UNO_PENALTY, "penalty", moves)
    still = OneLeft(accused, (*state.one_left.accusers, seat))
    return take(state, seat, UNO_PENALTY, "penalty", moves, still)


_WORDS: Final[dict[str, Callable[[State, Seat], State | None]]] = {
    DRAW.verb: draw,
    KEEP.verb: _keep,
    CHALLENGE.verb: _challenge,
    UNO.verb: _declare,
}
