"""When to say “UNO!”, and when to catch somebody who has not."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.game import Seat
from ...rules.uno.actions import UNO, Action, Catch, Play
from ...rules.uno.view import View
from .knowledge import is_mate


def due_saying(view: View, actions: Sequence[Action | None]) -> Action | None:
    """What should be said now. Nobody accuses a seat that has declared, nor a team mate."""
    for action in actions:
        if isinstance(action, Catch) and _is_guilty(view, action.seat):
            return action
    return UNO if UNO in actions and _is_of_use(view, actions) else None


def _is_guilty(view: View, seat: Seat) -> bool:
    return not view.declared[seat] and not is_mate(view, seat)


def _is_of_use(view: View, actions: Sequence[Action | None]) -> bool:
    """A declaration falls with the next card drawn (U19), so before a draw it is idle talk."""
    return view.turn != view.seat or any(isinstance(action, Play) for action in actions)


def turn_actions(actions: Sequence[Action | None]) -> list[Action]:
    return [
        action
        for action in actions
        if action is not None and action != UNO and not isinstance(action, Catch)
    ]
