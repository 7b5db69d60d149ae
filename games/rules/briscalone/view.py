"""What one viewer may know, built up from nothing. R13"""

from __future__ import annotations

from typing import NamedTuple

from ..game import DEALER, Result, Seat
from .actions import Saying
from .cards import Card, Hand, Rank, Suit, points_of, strongest
from .meta import SEATS
from .scores import result, totals_of
from .state import PerSeat, Phase, RoundResult, State, to_act


class Said(NamedTuple):
    seat: Seat
    saying: Saying


class Trick(NamedTuple):
    """The cards in the order played; the first is the leader's, the next the next seat's."""

    leader: Seat
    cards: tuple[Card, ...]
    taker: Seat | None  # who is winning or has taken it; None while it is blind or empty

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        return tuple(((self.leader + i) % SEATS, card) for i, card in enumerate(self.cards))

    @property
    def points(self) -> int:
        return points_of(self.cards)


class View(NamedTuple):
    seat: Seat | None  # whose view it is; None for a spectator
    rounds: int
    round: int  # the one that lies on the table, from 0
    phase: Phase
    to_act: tuple[Seat, ...]  # (DEALER,) while a deal is due, () at the end
    hand: Hand  # the viewer's own
    hand_sizes: PerSeat
    opener: Seat
    bids: tuple[Said, ...]
    bidder: Seat | None  # who made the bid that stands
    rank: Rank | None
    target: int
    monkey_suit: Suit | None
    called: Card | None
    partner: Seat | None  # None while this viewer does not know
    alone: bool | None  # the same
    i_am_partner: bool
    trick: Trick | None  # the one that nobody has taken yet
    tricks: tuple[Trick, ...]
    points: PerSeat
    results: tuple[RoundResult, ...]
    totals: PerSeat
    result: Result | None

    @property
    def last_trick(self) -> Trick | None:
        return self.tricks[-1] if self.tricks else None

    @property
    def round_result(self) -> RoundResult | None:
        """The result that stands on the table until the next deal. R12"""
        return self.results[-1] if self.results and self.phase in ("deal", "over") else None


def view(state: State, seat: Seat | None) -> View:
    """All that this seat may know, and nothing else; None is a spectator, like the dealer."""
    if seat == DEALER:
        seat = None
    hand = () if seat is None else state.hands[seat]
    auction, called = state.auction, state.called
    partner = _known_partner(state, hand)
    bidder = auction.bidder
    return View(
        seat=seat,
        rounds=state.rounds,
        round=_round(state),
        phase=state.phase,
        to_act=to_act(state),
        hand=hand,
        hand_sizes=tuple(map(len, state.hands)),
        opener=auction.opener,
        bids=tuple(
            Said((auction.opener + i) % SEATS, saying) for i, saying in enumerate(auction.sayings)
        ),
        bidder=bidder,
        rank=auction.rank,
        target=auction.target,
        monkey_suit=called.suit if called else None,
        called=called.card if called else None,
        partner=partner,
        alone=_known_alone(state, seat, partner),
        i_am_partner=partner is not None and partner == seat != bidder,
        trick=_open_trick(state),
        tricks=_taken_tricks(state),
        points=state.points,
        results=state.results,
        totals=totals_of(state.results),
        result=result(state),
    )


def _round(state: State) -> int:
    """Between two rounds it is still the finished one."""
    finished = state.phase in ("deal", "over") and state.results
    return len(state.results) - 1 if finished else len(state.results)


def _known_partner(state: State, hand: Hand) -> Seat | None:
    """R8, R13: the holder knows, and everyone once the called card has been played."""
    called = state.called
    if called is None or not (called.card in hand or called.card in state.played):
        return None
    return called.partner


def _known_alone(state: State, seat: Seat | None, partner: Seat | None) -> bool | None:
    """A bidder always knows: the called card is in their hand, or it is not."""
    if partner is not None:
        return partner == state.auction.bidder
    knows = state.called is not None and seat is not None and seat == state.auction.bidder
    return False if knows else None


def _open_trick(state: State) -> Trick | None:
    """The trick that nobody has taken yet; None between two rounds and in the auction."""
    if state.phase not in ("blind", "call", "tricks"):
        return None
    cards = state.played[len(state.takers) * SEATS :]
    leader = state.takers[-1] if state.takers else state.auction.opener
    if state.called is None or not cards:
        return Trick(leader, cards, None)
    return Trick(leader, cards, (leader + strongest(cards, state.called.suit)) % SEATS)


def _taken_tricks(state: State) -> tuple[Trick, ...]:
    leaders = (state.auction.opener, *state.takers)
    return tuple(
        Trick(leaders[i], state.played[i * SEATS : (i + 1) * SEATS], taker)
        for i, taker in enumerate(state.takers)
    )
