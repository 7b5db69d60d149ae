"""What an action does. The numbers are the clauses of docs/rules/briscalone.md."""

from __future__ import annotations

from typing import Final

from ..game import DEALER, Seat
from ..unroll import unrolled
from .actions import Action, Bid, Call, Deal, Play, Raise, Saying
from .cards import Card, card_of, points_of, strongest
from .deal import dealt
from .legal import legal_actions, may_play, may_say
from .meta import SEATS
from .refusals import refused
from .scores import round_result
from .state import TRICKS, Auction, Called, State

_NEXT: Final = (1, 2, 3, 4, 0)


def apply(state: State, seat: Seat, action: Action) -> State:
    """The state after it. Raises IllegalAction."""
    # Plays and sayings are asked about by themselves: to look for one in the list takes longer.
    if isinstance(action, Play):
        if may_play(state, seat, action.card):
            return _play(state, seat, action.card)
    elif isinstance(action, Call):
        if action in legal_actions(state, seat):
            return _call(state, action)
    elif isinstance(action, Deal):
        if seat == DEALER:
            return dealt(state, action)
    elif may_say(state, seat, action):
        return _say(state, seat, action)
    raise refused(state, seat, action)


@unrolled
def _say(state: State, seat: Seat, saying: Saying) -> State:
    auction = _said(state.auction, seat, saying)
    if auction.ended:  # R7: the opener leads, whoever won the auction
        return state._replace(phase="blind", turn=auction.opener, auction=auction)
    return state._replace(turn=_NEXT[seat], auction=auction)


@unrolled
def _said(auction: Auction, seat: Seat, saying: Saying) -> Auction:
    sayings = (*auction.sayings, saying)
    if isinstance(saying, Bid):
        return auction._replace(sayings=sayings, bidder=seat, rank=saying.rank)
    if isinstance(saying, Raise):
        return auction._replace(sayings=sayings, bidder=seat, target=auction.target + 2)  # R4
    return auction._replace(sayings=sayings)


@unrolled
def _play(state: State, seat: Seat, card: Card) -> State:
    hands = list(state.hands)
    hand = hands[seat]
    place = hand.index(card)
    hands[seat] = hand[:place] + hand[place + 1 :]
    played = (*state.played, card)
    if len(played) % SEATS:
        return state._replace(turn=_NEXT[seat], hands=tuple(hands), played=played)
    lying = state._replace(hands=tuple(hands), played=played)
    if state.called is None:
        return lying._replace(phase="call", turn=state.auction.bidder)  # R7
    return _take_trick(lying, state.called)


def _call(state: State, call: Call) -> State:
    rank = state.auction.rank
    assert rank is not None
    card = card_of(rank, call.suit)
    return _take_trick(state, Called(call.suit, card, _dealt_to(state, card)))


def _dealt_to(state: State, card: Card) -> Seat:
    """R8: it may lie in the first trick already."""
    if card in state.played:
        return (state.auction.opener + state.played.index(card)) % SEATS
    return next(seat for seat, hand in enumerate(state.hands) if card in hand)


@unrolled
def _take_trick(state: State, called: Called) -> State:
    trick = state.played[-SEATS:]
    leader = state.takers[-1] if state.takers else state.auction.opener
    taker = (leader + strongest(trick, called.suit)) % SEATS  # R9
    points = list(state.points)
    points[taker] += points_of(trick)
    after = state._replace(
        phase="tricks",
        turn=taker,
        called=called,
        takers=(*state.takers, taker),
        points=tuple(points),
    )
    return after if len(after.takers) < TRICKS else _finished(after, called)


def _finished(state: State, called: Called) -> State:
    results = (*state.results, round_result(state.auction, called, state.points))  # R10
    if len(results) == state.rounds:
        return state._replace(results=results, phase="over", turn=None)
    return state._replace(results=results, phase="deal", turn=DEALER)  # R12
