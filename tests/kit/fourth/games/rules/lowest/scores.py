"""What it is all worth."""

from __future__ import annotations

from ..game import Result
from .state import State


def tricks_taken(state: State) -> tuple[int, ...]:
    return tuple(state.takers.count(seat) for seat in range(state.seats))


def result(state: State) -> Result | None:
    """L4: the fewest tricks win, or the most where that was agreed; ties share."""
    if len(state.takers) < state.tricks:
        return None
    taken = tricks_taken(state)
    best = max(taken) if state.most_wins else min(taken)
    return Result(tuple(seat for seat, n in enumerate(taken) if n == best), taken)
