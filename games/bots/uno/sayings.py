"""When to say “UNO!”, and when to catch somebody who has not."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.game import Seat
from ...rules.uno.actions import UNO, Action, Catch, Play
from ...rules.uno.view import View
from .knowledge import is_mate


def due_saying(view: View, actions: Sequence[Action | None]) -> Action | None:
    """What should be said now. Nobody accuses a seat that has declared, nor a team mate."""
    words = [action for action in actions if not isinstance(action, Play)]
    for action in words:
        if isinstance(action, Catch) and _is_guilty(view, action.seat):
            return action
    return UNO if UNO in words and _is_of_use(view, len(words) < len(actions)) else None


def _is_guilty(view: View, seat: Seat) -> bool:
    return not view.declared[seat] and not is_mate(view, seat)


def _is_of_use(view: View, may_play: bool) -> bool:
    """A declaration falls with the next card drawn (U19), so before a draw it is idle talk."""
    return view.turn != view.seat or may_play
