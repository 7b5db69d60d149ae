"""The dealer's part: which cards fall where. Everything else at the table is choice."""

from __future__ import annotations

from ..cards import DECK, Card, Mask, cards_of, mask_of
from ..fair import shuffled
from ..game import DEALER, IllegalAction, Seat
from ..words import _
from .actions import HAND, ROW, Action, Deal, Redeal
from .meta import SEATS
from .state import State

_SHARE = 2 * ROW + HAND


def deal(state: State, seed: bytes) -> Action:
    """The dealer's action: the only use of chance."""
    if state.first is None:
        return Deal(_first_seat(state, seed), tuple(shuffled(seed, "deal:0", DECK)))
    cards = cards_of(_gathered(state))
    return Redeal(tuple(shuffled(seed, f"redeal:{state.redeals}", cards)))


def _first_seat(state: State, seed: bytes) -> Seat:
    fixed = state.options.first_seat
    return shuffled(seed, "start", range(SEATS))[0] if fixed is None else fixed  # B3


def _gathered(state: State) -> Mask:
    first, second, third, fourth = state.hands
    return first | second | third | fourth


def deal_out(state: State, action: Action) -> State:
    """The state after an action of the dealer. Raises IllegalAction."""
    if state.to_act != (DEALER,):
        raise IllegalAction(_("The dealer has nothing to do now."))
    if isinstance(action, Deal) and state.first is None:
        return _deal(state, action)
    if isinstance(action, Redeal) and state.first is not None:
        return _redeal(state, action)
    raise IllegalAction(_("This is not what the dealer has to do now."))


def _deal(state: State, action: Deal) -> State:
    if state.options.first_seat not in (None, action.first):
        raise IllegalAction(_("Another seat has to lead this game."))
    _check(action.cards, mask_of(DECK))
    shares = [action.cards[seat * _SHARE : (seat + 1) * _SHARE] for seat in range(SEATS)]
    return state._replace(
        to_act=(action.first,),
        first=action.first,
        turn=action.first,
        down=tuple(share[:ROW] for share in shares),
        up=tuple(share[ROW : 2 * ROW] for share in shares),
        hands=tuple(mask_of(share[2 * ROW :]) for share in shares),
    )


def _redeal(state: State, action: Redeal) -> State:
    """B15: one card at a time, the player of the 10 first, who sits before the seat on turn."""
    _check(action.cards, _gathered(state))
    player = (state.turn - 1) % SEATS
    return state._replace(
        to_act=(state.turn,),
        hands=tuple(
            mask_of(action.cards[(seat - player) % SEATS :: SEATS]) for seat in range(SEATS)
        ),
        known=(0,) * SEATS,
        redeals=state.redeals + 1,
    )


def _check(cards: tuple[Card, ...], due: Mask) -> None:
    if len(cards) != due.bit_count() or mask_of(cards) != due:
        raise IllegalAction(_("These are not the cards that the dealer has to deal."))
