"""Why something cannot be done now, in words; for the rules and for the page alike.

Everything here looks at a view: a refusal cannot tell its seat more than it may know.
"""

from __future__ import annotations

from typing import Final

from ..game import IllegalAction, Refusal, Seat
from ..refusals import DEALING, NOT_YOUR_TURN, ONLY_THE_DEALER, OVER
from ..words import _
from .actions import Action, Bid, Call, Deal, Play, Raise, Saying
from .cards import LOWEST, RANKS, Card, Rank, card_name
from .meta import SEATS
from .state import State
from .view import View, view

NO_DEAL_DUE: Final = Refusal(_("No deal is due now."), "no_deal_due")
BAD_DEAL: Final = Refusal(_("A deal names each of the 40 cards once."), "bad_deal")
CALLED_ALREADY: Final = Refusal(_("The monkey suit has been called already."), "called_already")
ONLY_THE_BIDDER: Final = Refusal(_("Only the bidder calls the monkey suit."), "only_the_bidder")
TOO_EARLY_TO_CALL: Final = Refusal(
    _("The monkey suit is called after the fifth card of the first trick, not before."),
    "too_early_to_call",
)
AUCTION_FIRST: Final = Refusal(_("No card is played before the auction is over."), "auction_first")
CALL_FIRST: Final = Refusal(
    _("No card is played before the bidder has called the monkey suit."), "call_first"
)
AUCTION_OVER: Final = Refusal(_("The auction is over."), "auction_over")
NO_TWO_BID: Final = Refusal(_("Nobody can raise before a 2 has been bid."), "no_two_bid")
MUST_BID: Final = Refusal(_("Whoever opens the auction has to bid, and cannot pass."), "must_bid")
RAISE_OR_PASS: Final = Refusal(
    _("A 2 has been bid, and nothing is lower: raise or pass."), "raise_or_pass"
)


def refused(state: State, seat: Seat, action: Action) -> IllegalAction:
    """The dealer, like whoever has no seat, is told what a spectator may know."""
    viewer = seat if 0 <= seat < SEATS else None
    return IllegalAction(*refusal(view(state, viewer), action))


def refusal(view: View, action: Action) -> Refusal:
    """What to say to the viewer, whose action is not legal now."""
    if view.phase == "over":
        return OVER
    if isinstance(action, Deal):
        return _no_deal(view)
    if view.phase == "deal":
        return DEALING
    if isinstance(action, Call):
        return _no_call(view)
    if isinstance(action, Play):
        return _no_play(view, action.card)
    return _no_saying(view, action)


def _no_deal(view: View) -> Refusal:
    if view.seat is not None:
        return ONLY_THE_DEALER
    return BAD_DEAL if view.phase == "deal" else NO_DEAL_DUE


def _no_call(view: View) -> Refusal:
    if view.phase == "tricks":
        return CALLED_ALREADY
    return ONLY_THE_BIDDER if view.phase == "call" else TOO_EARLY_TO_CALL


def _no_play(view: View, card: Card) -> Refusal:
    if view.phase == "auction":
        return AUCTION_FIRST
    if view.phase == "call":
        return CALL_FIRST
    if view.seat not in view.to_act:
        return NOT_YOUR_TURN
    return Refusal(_("You do not hold the %(card)s.", card=card_name(card)), "not_yours")


def _no_saying(view: View, saying: Saying) -> Refusal:
    if view.phase != "auction":
        return AUCTION_OVER
    if view.seat not in view.to_act:
        return NOT_YOUR_TURN
    if isinstance(saying, Raise):
        return NO_TWO_BID
    if isinstance(saying, Bid) and view.rank is not None:
        return _too_high(view.rank)
    return MUST_BID


def _too_high(standing: Rank) -> Refusal:
    if standing == LOWEST:
        return RAISE_OR_PASS
    # By the letter on the card: what it is called depends on the deck that one sees.
    bound = RANKS[standing]
    return Refusal(_("That bid is too high: bid lower than %(rank)s.", rank=bound), "too_high")
