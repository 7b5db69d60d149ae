"""What uses up a turn, and what does not."""

from __future__ import annotations

from ..game import Seat
from .actions import UNO, Action, Catch, Play
from .legal import may_lay
from .state import State


def keeps_time(state: State, seat: Seat, action: Action) -> bool:
    """Done by the seat on turn, would it leave the turn as it was? A misplay (U15) and what is
    said beside a turn action (U17, U18) would."""
    if isinstance(action, Play):
        return not may_lay(state, action)
    return action == UNO or isinstance(action, Catch)
