"""What the table waits for, in words."""

from __future__ import annotations

from ...game import DEALER, Result, Seat
from ...table import Names
from ...words import Phrase, _, in_a_row
from ..view import View


def prompt(view: View, names: Names) -> Phrase:
    if view.result is not None:
        return _("%(ending)s.", ending=_ended(view.result, view.seat, names))
    (seat,) = view.to_act
    if seat == DEALER:
        return _("The cards are not dealt yet.")
    if seat == view.seat:
        return _("Your turn: lay a card.")
    return _("%(who)s is to lay a card.", who=names[seat])


def ending(view: View, names: Names) -> Phrase | None:
    return None if view.result is None else _ended(view.result, view.seat, names)


def _ended(result: Result, viewer: Seat | None, names: Names) -> Phrase:
    if result.winners == (viewer,):
        return _("You win")
    if len(result.winners) == 1:
        return _("%(who)s wins", who=names[result.winners[0]])
    shared = (_("%(who)s", who=names[seat]) for seat in result.winners)
    return _("Shared by %(who)s", who=in_a_row(*shared))


def waiting(view: View, names: Names) -> Phrase | None:
    if not view.to_act or view.to_act == (view.seat,):
        return None
    if view.seat is None:
        return _("You are watching. %(asked)s", asked=prompt(view, names))
    return prompt(view, names)


def role(view: View, seat: Seat, you: Seat | None) -> Phrase | None:
    """What this seat is just now. `you` is who is spoken to."""
    if view.to_act == (seat,):
        return _("your turn") if seat == you else _("to lay a card")
    return _("takes it") if view.is_taken and seat == view.takers[-1] else None
