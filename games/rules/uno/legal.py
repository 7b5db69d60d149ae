"""What a seat may do now. The numbers are the clauses of docs/rules/uno.md."""

from __future__ import annotations

from typing import Final

from ..game import DEALER, Seat
from ..unroll import unrolled
from .actions import (
    CATCH,
    CHALLENGE,
    DRAW,
    KEEP,
    UNO,
    Action,
    Catch,
    Play,
    plays_of,
    plays_of_skips,
)
from .cards import (
    ALL_SKIPS,
    BUT_WILD_FOUR,
    FIRST,
    FITS,
    NO_SKIPS,
    STACKS,
    WILD,
    Hand,
    kinds_mask,
    without_card,
)
from .state import State, has_declared

_TAKE: Final = (DRAW,)
_TAKE_OR_CHALLENGE: Final = (DRAW, CHALLENGE)
_KEEP: Final = (KEEP,)
_UNO: Final = (UNO,)


@unrolled
def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """Of several Skips in different orders only the first, for each that may come last (U8)."""
    if state.stage != "play":
        return ()
    if seat != state.turn:
        return _sayings(state, seat) if state.one_left is not None and seat != DEALER else ()
    hand = state.hands[seat]
    is_quiet = state.one_left is None and not state.pending and state.drawn is None
    if is_quiet and state.match.is_plain and hand.bit_count() > 2:  # as most often
        return plays_of(hand & FITS[state.colour][state.discards[-1]]) or _TAKE
    if state.one_left is None and (hand & NO_SKIPS).bit_count() > 2:
        return _turn_actions(state, hand)  # there is nothing to say
    return _turn_actions(state, hand) + _sayings(state, seat)


def _turn_actions(state: State, hand: Hand) -> tuple[Action, ...]:
    plays = plays_of(layable(state))
    if state.pending:
        return plays + (_TAKE if state.charge is None else _TAKE_OR_CHALLENGE)  # U13, U14
    if state.drawn is not None:
        return plays + _KEEP  # U7
    if (hand & ALL_SKIPS).bit_count() > 1 and state.match.options.stack_skips:
        plays += _skips_at_once(state)
    return plays or _TAKE


def layable(state: State) -> Hand:
    """The single cards that the seat on turn may lay, one of each."""
    if state.drawn is not None:
        return FIRST[state.drawn]
    hand, top, options = state.hands[state.turn], state.discards[-1], state.match.options
    fitting = hand & FITS[state.colour][top]
    # U9, U11
    cards = hand & STACKS[options.stack_mixed][state.colour][top] if state.pending else fitting
    if not options.challenge and fitting & BUT_WILD_FOUR:  # U12
        return cards & BUT_WILD_FOUR
    return cards


def _skips_at_once(state: State) -> tuple[Action, ...]:
    hand = state.hands[state.turn] & ALL_SKIPS
    return plays_of_skips(hand, FITS[state.colour][state.discards[-1]])


def may_lay(state: State, play: Play) -> bool:
    """Whether the list of the seat on turn has this play, or for several Skips an equal one."""
    if not _is_at_hand(state, play):
        return False
    if len(play.cards) == 1:
        return bool(layable(state) & FIRST[play.cards[0]])
    return _may_lay_several(state, kinds_mask(play.cards[:-1]))


def may_try(state: State, play: Play) -> bool:
    """U15: whether a play that is not in the list is a misplay, which has its price."""
    if state.pending or state.drawn is not None or state.match.options.no_misplay_penalty:
        return False
    return state.misplays < state.match.most_misplays and _is_at_hand(state, play)


def _is_at_hand(state: State, play: Play) -> bool:
    """Whether the seat on turn holds all its cards, and has chosen a colour for a wild."""
    if (play.cards[-1] >= WILD) == (play.colour is None):  # U10
        return False
    rest = state.hands[state.turn]
    for card in play.cards:
        held, rest = rest, without_card(rest, card)
        if held == rest:
            return False
    return True


def _sayings(state: State, seat: Seat) -> tuple[Action, ...]:
    one_left = state.one_left
    uno = _UNO if may_declare(state, seat) else ()
    if one_left is not None and may_catch(state, seat, one_left.seat):
        return (*uno, CATCH[one_left.seat])
    return uno


def may_declare(state: State, seat: Seat) -> bool:
    if state.stage != "play" or not state.match.options.uno_check:
        return False
    has_one_left = state.one_left is not None and state.one_left.seat == seat  # U18
    is_in_time = has_one_left or (seat == state.turn and _near_the_end(state))
    return is_in_time and not has_declared(state, seat)


def _near_the_end(state: State) -> bool:
    """U17"""
    hand = state.hands[state.turn]
    if hand.bit_count() <= 2:
        return hand > 0
    if (hand & NO_SKIPS).bit_count() > 1:
        return False
    return _may_lay_several(state, hand & ALL_SKIPS)


def _may_lay_several(state: State, skips: Hand) -> bool:
    """U8; if one of the Skips fits, all may be laid: it need only come before the last."""
    if state.pending or state.drawn is not None or not state.match.options.stack_skips:
        return False
    return bool(skips & FITS[state.colour][state.discards[-1]])


def may_catch(state: State, seat: Seat, accused: Seat) -> bool:
    """U18"""
    one_left = state.one_left
    if state.stage != "play" or one_left is None or one_left.seat != accused:
        return False
    return seat != accused and 0 <= seat < state.match.seats and seat not in one_left.accusers


def keeps_time(state: State, seat: Seat, action: Action) -> bool:
    """A misplay (U15) leaves the turn as it was, and so does what is said beside a turn action
    (U17, U18)."""
    if isinstance(action, Play):
        return not may_lay(state, action)
    return action == UNO or isinstance(action, Catch)
