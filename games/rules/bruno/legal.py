"""What a seat may do now. The numbers are the clauses of docs/rules/bruno.md."""

from __future__ import annotations

from typing import Final

from ..cards import Mask, mask_of
from ..game import DEALER, Seat
from .actions import COLLECT, FLIPS, PASS, Action, Play, plays_of
from .cards import ANSWERS, FUNCTIONS
from .state import GONE, State

_COLLECT: Final[tuple[Action, ...]] = (COLLECT,)
_PASS: Final[tuple[Action, ...]] = (PASS,)


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """Of equal plays, the same number of cards of one rank, only the first in suit order."""
    if seat not in state.to_act or seat == DEALER:
        return ()
    hand = state.hands[seat]
    zone = hand or _face_up(state, seat)  # B6
    if not zone and state.down[seat] != GONE:
        row = zip(FLIPS, state.down[seat], strict=True)
        return tuple([flip for flip, card in row if card is not None])
    answers = zone & ANSWERS[state.demand]
    plays = plays_of(answers) if answers else ()
    if not hand and not state.options.face_up_together:
        plays = tuple([play for play in plays if len(play.cards) == 1])  # B7
    # The last one listed is the largest of its rank: no other can use up all cards.
    if plays and plays[-1].mask == zone and _may_not_finish(state, seat, zone):
        plays = plays[:-1]
    if not plays:
        return _COLLECT if state.pile else _PASS  # B10, B24
    if state.options.keep_function_cards and state.pile and not answers & ~FUNCTIONS:
        return (*plays, COLLECT)  # B9
    return plays


def _face_up(state: State, seat: Seat) -> Mask:
    return mask_of([card for card in state.up[seat] if card is not None])


def _may_not_finish(state: State, seat: Seat, zone: Mask) -> bool:
    """B22: whether laying the whole zone would end the game on a function card."""
    if not zone & FUNCTIONS or state.down[seat] != GONE:
        return False
    return not state.hands[seat] or state.up[seat] == GONE


def may_lay(state: State, seat: Seat, play: Play) -> bool:
    """Whether the list has this play, or an equal one."""
    if seat not in state.to_act or seat == DEALER:
        return False
    hand, cards = state.hands[seat], play.mask
    zone = hand or _face_up(state, seat)
    if cards & ~zone or not cards & ANSWERS[state.demand]:
        return False
    if not hand and len(play.cards) > 1 and not state.options.face_up_together:
        return False  # B7
    return cards != zone or not _may_not_finish(state, seat, zone)


def keeps_time(state: State, seat: Seat, action: Action) -> bool:
    return False  # whatever is done here uses up a turn
