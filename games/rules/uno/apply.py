"""What an action does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..game import DEALER, Seat
from .actions import CHALLENGE, DRAW, KEEP, UNO, Action, Catch, Deal, Play, Reshuffle, Word
from .cards import (
    BUT_WILD_FOUR,
    DRAW_TWO,
    FIRST,
    FITS,
    REVERSE,
    SKIP,
    WILD,
    WILD_FOUR,
    Hand,
    Row,
    hand_of,
    without_card,
)
from .deal import dealt, is_deal_due, is_reshuffle_due, round_drawn, round_won
from .draws import draw, drawn_on, take
from .legal import may_catch, may_declare, may_lay
from .refusals import refused
from .state import Charge, Looks, State, Window, has_declared, is_on_turn, lack_of, swapped

MOST_MOVES: Final = 2000
UNO_PENALTY: Final = 2
LOST_CHALLENGE: Final = 2


def apply(state: State, seat: Seat, action: Action) -> State:
    """The state after it. Raises IllegalAction."""
    after = _DEEDS[action.verb](state, seat, action)
    if after.moves >= MOST_MOVES and after.stage == "play":  # U24
        return round_drawn(after)
    return after


def _deal(state: State, seat: Seat, deal: Deal) -> State:
    if seat != DEALER or not is_deal_due(state, deal):
        raise refused(state, seat, deal)
    return dealt(state, deal)


def _reshuffle(state: State, seat: Seat, reshuffle: Reshuffle) -> State:
    if seat != DEALER or state.debt is None or not is_reshuffle_due(state, reshuffle):
        raise refused(state, seat, reshuffle)
    return drawn_on(state, reshuffle.cards, state.debt)


def _play(state: State, seat: Seat, play: Play) -> State:
    # Spelled out, for every second action comes through here: `_replace` takes five times as long.
    (match, stage, turn, direction, colour, pile, discards, hands, pending, charge, drawn,
     declared, window, known, lacks, moves, reshuffles, idle, debt) = state[:]  # fmt: skip
    if stage != "play" or seat != turn:
        raise refused(state, seat, play)
    cards, kind, hand, steps, charge = play.cards, play.kind, hands[seat], 1, None
    fits_at_once = hand & play.lone & FITS[colour][discards[-1]]
    if (pending or drawn is not None or not fits_at_once) and not _may_play(state, play):
        return _misplayed(state, play)
    rest = hand ^ 1 << (hand & play.copies).bit_length() - 1
    if kind < SKIP:
        pass  # a number
    elif kind == SKIP:
        for card in cards[1:]:
            rest = without_card(rest, card)
        steps = len(cards) + 1  # U8
    elif kind == REVERSE:
        steps, direction = (2, direction) if match.seats == 2 else (1, -direction)
    elif kind == DRAW_TWO:
        pending += 2  # U9
    elif kind == WILD_FOUR:
        pending += 4  # U11
        charge = _charge_for(state, rest)
    left = list(hands)
    left[seat] = rest
    window = Window(seat, ()) if rest.bit_count() == 1 and match.options.uno_check else None  # U18
    if known[seat]:
        known = swapped(known, seat, _known_after(known[seat], cards))
    if (lack := lacks[seat]) is not None and lack.fitting & FIRST[cards[0]]:
        # What the hand lacked, and holds all the same, has come since.
        lacks = swapped(lacks, seat, lack_of(lack.fitting, lack.fresh - 1))
    after = tuple.__new__(State, (
        match, stage, (seat + steps * direction) % match.seats, direction, play.shows, pile,
        discards + cards, tuple(left), pending, charge, None, declared, window,
        known, lacks, moves + 1, reshuffles, 0, debt,
    ))  # fmt: skip
    return after if rest else _last_card_laid(after, seat)


def _may_play(state: State, play: Play) -> bool:
    """Whether it may be laid; a card that does not fit may be tried, but no other misdeed."""
    cards, rest = play.cards, state.hands[state.turn]
    if (cards[-1] >= WILD) == (play.colour is None):  # U10
        raise refused(state, state.turn, play)
    for card in cards:
        held, rest = rest, without_card(rest, card)
        if held == rest:
            raise refused(state, state.turn, play)
    return may_lay(state, cards)


def _misplayed(state: State, play: Play) -> State:
    """U15; everyone has seen the cards that go back."""
    seat, shown = state.turn, hand_of(play.cards)
    if state.pending or state.drawn is not None or state.match.options.no_misplay_penalty:
        raise refused(state, seat, play)
    seen = tuple(known | shown for known in _looks(state, seat))
    back = state._replace(known=swapped(state.known, seat, seen))
    return take(back, seat, 1, "penalty", state.moves + 1)


def _looks(state: State, seat: Seat) -> Looks:
    return state.known[seat] or (0,) * (state.match.seats + 1)


def _charge_for(state: State, rest: Hand) -> Charge | None:
    """U12: judged by the table before the card, and the hand at that moment."""
    if not state.match.options.challenge:
        return None
    instead = FITS[state.colour][state.discards[-1]] & BUT_WILD_FOUR
    return Charge(instead, rest.bit_count(), bool(rest & instead))


def _known_after(looks: Looks, cards: Row) -> Looks:
    """Of the cards seen in this hand those just laid are gone."""
    for card in cards:
        looks = tuple([hand and without_card(hand, card) for hand in looks])
    return looks if any(looks) else ()


def _last_card_laid(state: State, seat: Seat) -> State:
    if state.match.options.uno_check and not has_declared(state, seat):
        return take(state, seat, UNO_PENALTY, "penalty", state.moves)  # U20
    if state.pending:
        return take(state, state.turn, state.pending, "out", state.moves)
    return round_won(state, seat)


def _keep(state: State, seat: Seat, action: Word) -> State:
    if not is_on_turn(state, seat) or state.drawn is None:
        raise refused(state, seat, action)
    (match, stage, _turn, direction, colour, pile, discards, hands, pending, charge, _drawn,
     declared, window, known, lacks, moves, reshuffles, idle, debt) = state[:]  # fmt: skip
    return tuple.__new__(State, (
        match, stage, (seat + direction) % match.seats, direction, colour, pile, discards, hands,
        pending, charge, None, declared, window, known, lacks, moves + 1, reshuffles, idle, debt,
    ))  # fmt: skip


def _challenge(state: State, seat: Seat, action: Word) -> State:
    """U13"""
    if not is_on_turn(state, seat) or state.charge is None:
        raise refused(state, seat, action)
    accused = (seat - state.direction) % state.match.seats
    shown = list(_looks(state, accused))
    shown[seat] |= state.hands[accused]
    bluff = state.charge.bluff
    judged = state._replace(
        turn=seat if bluff else (seat + state.direction) % state.match.seats,
        pending=0,
        charge=None,
        known=swapped(state.known, accused, tuple(shown)),
    )
    loser, cost = (accused, 0) if bluff else (seat, LOST_CHALLENGE)
    return take(judged, loser, state.pending + cost, "penalty", state.moves + 1)


def _declare(state: State, seat: Seat, action: Word) -> State:
    if state.stage != "play" or not may_declare(state, seat):
        raise refused(state, seat, action)
    (match, stage, turn, direction, colour, pile, discards, hands, pending, charge, drawn,
     declared, window, known, lacks, moves, reshuffles, idle, debt) = state[:]  # fmt: skip
    return tuple.__new__(State, (
        match, stage, turn, direction, colour, pile, discards, hands, pending, charge, drawn,
        declared | 1 << seat, window, known, lacks, moves + 1, reshuffles, idle, debt,
    ))  # fmt: skip


def _catch(state: State, seat: Seat, catch: Catch) -> State:
    """U18"""
    window = state.window
    if state.stage != "play" or window is None or not may_catch(state, seat, catch.seat):
        raise refused(state, seat, catch)
    moves = state.moves + 1
    if not has_declared(state, catch.seat):
        return take(state, catch.seat, UNO_PENALTY, "penalty", moves)
    still = Window(catch.seat, (*window.accusers, seat))
    return take(state, seat, UNO_PENALTY, "penalty", moves, still)


_DEEDS: Final[dict[str, Callable[[State, Seat, Any], State]]] = {
    Deal.verb: _deal,
    Reshuffle.verb: _reshuffle,
    Play.verb: _play,
    DRAW.verb: draw,
    KEEP.verb: _keep,
    CHALLENGE.verb: _challenge,
    UNO.verb: _declare,
    Catch.verb: _catch,
}
