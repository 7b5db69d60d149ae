"""What a game is worth."""

from __future__ import annotations

from ..game import Result
from .meta import SEATS
from .state import State


def result(state: State) -> Result | None:
    if state.to_act:
        return None
    if state.winner is None:
        return Result((), (0,) * SEATS)  # B26
    team = state.winner % 2
    return Result((team, team + 2), tuple(int(seat % 2 == team) for seat in range(SEATS)))  # B25
