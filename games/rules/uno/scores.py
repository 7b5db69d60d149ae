"""What a round and a match are worth."""

from __future__ import annotations

from ..game import DEALER, Result, Seat
from .cards import ALL_NUMBERS, ALL_WILDS, KIND, Hand, cards_of
from .state import MOST_ROUNDS, Match, Options, Round, State, side_of


def round_won(state: State, winner: Seat) -> State:
    """U22"""
    match = state.match
    side = side_of(match, winner)
    points = sum(
        points_of(hand, match.options) for seat, hand in enumerate(state.hands) if seat not in side
    )
    scores = tuple(
        score + points if seat in side else score for seat, score in enumerate(match.scores)
    )
    return _finished(state, Round(winner, points), scores)


def round_drawn(state: State) -> State:
    """U16, U24"""
    return _finished(state, Round(None, 0), state.match.scores)


def _finished(state: State, finished: Round, scores: tuple[int, ...]) -> State:
    rounds = (*state.match.rounds, finished)
    target = state.match.options.target_score
    over = not target or max(scores) >= target or len(rounds) >= MOST_ROUNDS  # U23
    return state._replace(
        match=state.match._replace(scores=scores, rounds=rounds),
        stage="over" if over else "deal",
        turn=DEALER,
        pending=0,
        charge=None,
        drawn=None,
        declared=0,
        one_left=None,
        misplays=0,
        debt=None,
    )


def points_of(hand: Hand, options: Options) -> int:
    numbers, wilds = hand & ALL_NUMBERS, hand & ALL_WILDS
    specials = hand ^ numbers ^ wilds
    faces = sum([KIND[card] for card in cards_of(numbers)]) if options.number_points else 0
    special, wild = options.special_points, options.wild_points
    return faces + specials.bit_count() * special + wilds.bit_count() * wild


def result(state: State) -> Result | None:
    return _result_of(state.match) if state.stage == "over" else None


def _result_of(match: Match) -> Result:
    """U23, of a match that is over."""
    if match.options.target_score:
        best = max(match.scores)
        winners = tuple(seat for seat, score in enumerate(match.scores) if score == best > 0)
        return Result(winners, match.scores)
    winner = match.rounds[-1].winner
    return Result(() if winner is None else side_of(match, winner), match.scores)
