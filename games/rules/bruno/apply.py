"""What may be done, and what it does. The numbers are the clauses of docs/rules/bruno.md."""

from __future__ import annotations

from typing import Final, TypeVar

from ..cards import Mask, mask_of
from ..game import DEALER, IllegalAction, Seat
from .actions import COLLECT, FLIPS, PASS, Action, Collect, Flip, Pass, Play, play_of, plays_of
from .deal import deal_out
from .meta import SEATS
from .refusals import refusal
from .state import ANSWERS, FUNCTIONS, GONE, MOST_ACTIONS, TEN, THREE, TWO, Masks, Rows, State
from .view import view

T = TypeVar("T")

_DEALER: Final[tuple[Seat, ...]] = (DEALER,)
_SEAT: Final[tuple[tuple[Seat, ...], ...]] = tuple((seat,) for seat in range(SEATS))
_NEXT: Final = (1, 2, 3, 0)  # B1
_PARTNER: Final = (2, 3, 0, 1)
_COLLECT: Final[tuple[Action, ...]] = (COLLECT,)
_PASS: Final[tuple[Action, ...]] = (PASS,)
_KEEP_THE_DEMAND: Final = (TWO, THREE, TEN)  # B16
# State(…) does just this, but through a Python frame that takes a fifth of a whole move.
_state = tuple.__new__


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    if seat not in state.to_act or seat == DEALER:
        return ()
    zone = state.hands[seat] or _face_up(state, seat)  # B6
    if not zone and state.down[seat] != GONE:
        return tuple(flip for flip in FLIPS if state.down[seat][flip.position] is not None)
    answers = zone & ANSWERS[state.demand]
    plays = _plays(state, seat, zone, answers) if answers else ()
    if not plays:
        return _COLLECT if state.pile else _PASS  # B10, B24
    if state.options.keep_function_cards and state.pile and not answers & ~FUNCTIONS:
        return (*plays, COLLECT)  # B9
    return plays


def _face_up(state: State, seat: Seat) -> Mask:
    return mask_of([card for card in state.up[seat] if card is not None])


def _plays(state: State, seat: Seat, zone: Mask, answers: Mask) -> tuple[Play, ...]:
    plays = plays_of(answers)
    if not (state.hands[seat] or state.options.face_up_together):
        plays = tuple([play for play in plays if len(play.cards) == 1])  # B7
    # The last one listed is the largest of its rank: no other can use up all cards.
    if plays[-1].mask == zone and _may_not_finish(state, seat, zone):
        return plays[:-1]
    return plays


def _may_not_finish(state: State, seat: Seat, zone: Mask) -> bool:
    """B22: whether laying the whole zone would end the game on a function card."""
    if not zone & FUNCTIONS or state.down[seat] != GONE:
        return False
    return not state.hands[seat] or state.up[seat] == GONE


def apply(state: State, seat: Seat, action: Action) -> State:
    """The state after it. Raises IllegalAction."""
    if seat == DEALER:
        return deal_out(state, action)
    if seat in state.to_act:
        # None if it is not legal: which sentence to say is found only then.
        if isinstance(action, Play):
            after = _play(state, seat, action)
        else:
            after = _other(state, seat, action)
        if after is not None:
            return after
    raise IllegalAction(refusal(view(state, seat), action))


def _play(state: State, seat: Seat, play: Play) -> State | None:
    hands = state.hands
    hand = hands[seat]
    cards = play.mask
    zone = hand or _face_up(state, seat)
    if cards & ~zone or not cards & ANSWERS[state.demand]:
        return None
    if cards == zone and _may_not_finish(state, seat, zone):
        return None
    if not hand:
        return _play_face_up(state, seat, play)
    known = state.known
    if known[seat] & cards:
        known = _with(known, seat, known[seat] & ~cards)
    return _lay(state, seat, play, _with(hands, seat, hand ^ cards), known, state.up, state.down)


def _play_face_up(state: State, seat: Seat, play: Play) -> State | None:
    if len(play.cards) > 1 and not state.options.face_up_together:
        return None  # B7
    row = tuple(None if card in play.cards else card for card in state.up[seat])
    up = _with(state.up, seat, row)
    return _lay(state, seat, play, state.hands, state.known, up, state.down)


def _other(state: State, seat: Seat, action: Action) -> State | None:
    if isinstance(action, Flip):
        return _flip(state, seat, action.position)
    listed = legal_actions(state, seat)[-1]
    if isinstance(action, Collect) and listed is COLLECT:
        return _collect(state, seat, mask_of(state.pile), state.down)
    if isinstance(action, Pass) and listed is PASS:
        return _pass(state, seat)
    return None


def _flip(state: State, seat: Seat, position: int) -> State | None:
    card = state.down[seat][position]
    if card is None or state.hands[seat] or state.up[seat] != GONE:
        return None
    row = tuple(None if other == card else other for other in state.down[seat])
    down = _with(state.down, seat, row)
    cards = 1 << card
    ends_on_a_function = cards & FUNCTIONS and row == GONE  # B22
    if cards & ANSWERS[state.demand] and not ends_on_a_function:
        return _lay(state, seat, play_of(card), state.hands, state.known, state.up, down)
    return _collect(state, seat, mask_of(state.pile) | cards, down)  # B21


def _lay(
    state: State, seat: Seat, play: Play, hands: Masks, known: Masks, up: Rows, down: Rows
) -> State:
    """B11–B18: what a play does. Here its cards have left their zone already."""
    rank = play.rank
    pile, top, removed = state.pile, state.top, state.removed
    if rank == TEN:
        removed += play.cards
    else:
        pile += play.cards
        top = (seat, play.cards)
    turn = (_PARTNER if rank == THREE else _NEXT)[seat]
    actions = state.actions + 1
    winner = None
    to_act = _DEALER if rank == TEN else _SEAT[turn]
    if not hands[seat] and up[seat] == GONE and down[seat] == GONE:
        winner = seat  # B25
        to_act = ()
    elif actions == MOST_ACTIONS:
        to_act = ()
    return _state(
        State,
        (
            state.options,
            to_act,
            state.first,
            turn,
            state.demand if rank in _KEEP_THE_DEMAND else rank,
            hands,
            known,
            up,
            down,
            pile,
            top,
            removed,
            actions,
            state.redeals,
            winner,
        ),
    )


def _collect(state: State, seat: Seat, cards: Mask, down: Rows) -> State:
    """B20: the cards go to the hand, for all to see, and the demand is lifted."""
    actions = state.actions + 1
    turn = _NEXT[seat] if state.options.next_leads else seat
    return _state(
        State,
        (
            state.options,
            () if actions == MOST_ACTIONS else _SEAT[turn],
            state.first,
            turn,
            None,
            _with(state.hands, seat, state.hands[seat] | cards),
            _with(state.known, seat, state.known[seat] | cards),
            state.up,
            down,
            (),
            None,
            state.removed,
            actions,
            state.redeals,
            None,
        ),
    )


def _pass(state: State, seat: Seat) -> State:
    actions = state.actions + 1
    turn = _NEXT[seat]
    to_act = () if actions == MOST_ACTIONS else _SEAT[turn]
    return state._replace(to_act=to_act, turn=turn, actions=actions)


def _with(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    changed = list(items)
    changed[seat] = item
    return tuple(changed)
