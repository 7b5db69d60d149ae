"""Why something cannot be done now, in words; for the rules and for the page alike.

Everything here looks at a view: a refusal cannot tell its seat more than it may know.
"""

from __future__ import annotations

from typing import Final

from ..cards import card_name
from ..game import DEALER, IllegalAction, Refusal, Seat
from ..refusals import DEALING, NOT_YOUR_TURN, ONLY_THE_DEALER, OVER
from ..words import _
from .actions import Action, Deal
from .state import State
from .view import View, view

NO_DEAL_DUE: Final = Refusal(_("No deal is due now."), "no_deal_due")
BAD_DEAL: Final = Refusal(_("A deal names each of the 16 cards once."), "bad_deal")


def refused(state: State, seat: Seat, action: Action) -> IllegalAction:
    """The dealer, like whoever has no seat, is told what a spectator may know."""
    viewer = seat if 0 <= seat < state.seats else None
    return IllegalAction(*refusal(view(state, viewer), action))


def refusal(view: View, action: Action) -> Refusal:
    """What to say to the viewer, whose action is not legal now."""
    if not view.to_act:
        return OVER
    if isinstance(action, Deal):
        return _no_deal(view)
    if view.to_act == (DEALER,):
        return DEALING
    if view.seat not in view.to_act:
        return NOT_YOUR_TURN
    return Refusal(_("You do not hold the %(card)s.", card=card_name(action.card)), "not_yours")


def _no_deal(view: View) -> Refusal:
    if view.seat is not None:
        return ONLY_THE_DEALER
    return BAD_DEAL if view.to_act == (DEALER,) else NO_DEAL_DUE
