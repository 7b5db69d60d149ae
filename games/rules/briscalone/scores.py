"""What a round and a game are worth."""

from __future__ import annotations

from ..game import Result, Seat
from .meta import SEATS
from .state import Auction, Called, PerSeat, RoundResult, State


def scores_of(bidder: Seat, partner: Seat, reached: bool) -> PerSeat:
    """The table of scores; a bidder who is their own partner plays alone."""
    sign = 1 if reached else -1
    scores = [-sign] * SEATS
    scores[partner] = sign
    scores[bidder] = 4 * sign if bidder == partner else 2 * sign
    return tuple(scores)


def round_result(auction: Auction, called: Called, points: PerSeat) -> RoundResult:
    bidder, rank = auction.bidder, auction.rank
    assert bidder is not None and rank is not None
    unscored = RoundResult(
        bidder, rank, auction.target, called.suit, called.partner, points, scores=()
    )
    return unscored._replace(scores=scores_of(bidder, called.partner, unscored.reached))


def totals_of(results: tuple[RoundResult, ...]) -> PerSeat:  # R11
    return tuple(sum(result.scores[seat] for result in results) for seat in range(SEATS))


def result(state: State) -> Result | None:
    """R11: the most points win, ties share."""
    if len(state.results) < state.rounds:
        return None
    totals = totals_of(state.results)
    best = max(totals)
    return Result(tuple(seat for seat in range(SEATS) if totals[seat] == best), totals)
