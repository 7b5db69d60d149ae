"""The dealer's part: which cards fall where. Everything else at the table is choice."""

from __future__ import annotations

from ..cards import DECK, Card, Mask, cards_of, mask_of
from ..fair import shuffled
from ..game import DEALER, Seat
from .actions import HAND, ROW, Action, Deal, Redeal
from .meta import SEATS
from .refusals import refused
from .state import State

_SHARE = 2 * ROW + HAND


def deal(state: State, seed: bytes) -> Deal | Redeal:
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


def dealt(state: State, action: Action) -> State:
    """The state after an action of the dealer. Raises IllegalAction."""
    if state.to_act == (DEALER,):
        if isinstance(action, Deal) and _is_deal_due(state, action):
            return _deal(state, action)
        if isinstance(action, Redeal) and _is_redeal_due(state, action):
            return _redeal(state, action)
    raise refused(state, DEALER, action)


def _is_deal_due(state: State, deal: Deal) -> bool:
    if state.first is not None or state.options.first_seat not in (None, deal.first):
        return False
    return _are_all(deal.cards, mask_of(DECK))


def _is_redeal_due(state: State, redeal: Redeal) -> bool:
    return state.first is not None and _are_all(redeal.cards, _gathered(state))


def _are_all(cards: tuple[Card, ...], due: Mask) -> bool:
    return len(cards) == due.bit_count() and mask_of(cards) == due


def _deal(state: State, deal: Deal) -> State:
    shares = [deal.cards[seat * _SHARE : (seat + 1) * _SHARE] for seat in range(SEATS)]
    return state._replace(
        to_act=(deal.first,),
        first=deal.first,
        turn=deal.first,
        down=tuple(share[:ROW] for share in shares),
        up=tuple(share[ROW : 2 * ROW] for share in shares),
        hands=tuple(mask_of(share[2 * ROW :]) for share in shares),
    )


def _redeal(state: State, redeal: Redeal) -> State:
    """B15: one card at a time, the player of the 10 first, who sits before the seat on turn."""
    player = (state.turn - 1) % SEATS
    return state._replace(
        to_act=(state.turn,),
        hands=tuple(
            mask_of(redeal.cards[(seat - player) % SEATS :: SEATS]) for seat in range(SEATS)
        ),
        known=(0,) * SEATS,
        redeals=state.redeals + 1,
    )
