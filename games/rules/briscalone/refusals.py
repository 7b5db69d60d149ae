"""Why an action is refused, in a sentence for the player who tried it."""

from __future__ import annotations

from ..game import DEALER, Seat
from ..words import Phrase, _
from .actions import Action, Bid, Call, Deal, Pass, Play, Raise, Saying
from .cards import LOWEST, Card, card_name, one_of_rank
from .state import State


def why_not(state: State, seat: Seat, action: Action) -> Phrase:
    """The reason for an action that the rules have refused."""
    if state.phase == "over":
        return _("The game is over.")
    if isinstance(action, Deal):
        return _no_deal(state, seat)
    if state.phase == "deal":
        return _("Wait: the cards are not dealt yet.")
    if isinstance(action, Call):
        return _no_call(state)
    if isinstance(action, Play):
        return _no_play(state, seat, action.card)
    return _no_saying(state, seat, action)


def _no_deal(state: State, seat: Seat) -> Phrase:
    if seat != DEALER:
        return _("Only the dealer deals.")
    if state.phase != "deal":
        return _("No deal is due now.")
    return _("A deal names each of the 40 cards once.")


def _no_call(state: State) -> Phrase:
    if state.phase == "tricks":
        return _("The monkey suit has been called already.")
    if state.phase == "call":
        return _("Only the bidder calls the monkey suit.")
    return _("The monkey suit is called after the fifth card of the first trick, not before.")


def _no_play(state: State, seat: Seat, card: Card) -> Phrase:
    if state.phase == "auction":
        return _("No card is played before the auction is over.")
    if state.phase == "call":
        return _("No card is played before the bidder has called the monkey suit.")
    if seat != state.turn:
        return _("It is not your turn.")
    return _("You do not hold the %(card)s.", card=card_name(card))


def _no_saying(state: State, seat: Seat, saying: Saying) -> Phrase:
    standing = state.auction.rank
    if state.phase != "auction":
        return _("The auction is over.")
    if seat != state.turn:
        return _("It is not your turn.")
    if isinstance(saying, Pass) or standing is None:
        return _no_opening(saying)
    if isinstance(saying, Raise):
        return _("Nobody can raise before a 2 has been bid.")
    return _too_high(standing, saying)


def _no_opening(saying: Saying) -> Phrase:
    if isinstance(saying, Raise):
        return _("Nobody can raise before a 2 has been bid.")
    return _("Whoever opens the auction has to bid, and cannot pass.")


def _too_high(standing: int, saying: Bid) -> Phrase:
    if standing == LOWEST:
        return _("A 2 has been bid, and nothing is lower: raise or pass.")
    return _("That bid is too high: bid lower than %(rank)s.", rank=one_of_rank(standing))
