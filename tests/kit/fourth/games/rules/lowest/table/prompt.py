"""What the table waits for, in words."""

from __future__ import annotations

from ...game import DEALER, Result, Seat
from ...table import Names, Taste
from ...words import Phrase, _, listed
from ..view import View


def prompt(view: View, names: Names, taste: Taste) -> Phrase:
    you = taste.you(view.seat)
    if view.result is not None:
        return _verdict(view.result, names, you)
    (seat,) = view.to_act
    if seat == DEALER:
        return _("The cards are not dealt yet.")
    if seat == you:
        return _("Your turn: lay a card.")
    return _("%(who)s is to lay a card.", who=names[seat])


def _verdict(result: Result, names: Names, you: Seat | None) -> Phrase:
    if result.winners == (you,):
        return _("You win.")
    if len(result.winners) == 1:
        return _("%(who)s wins.", who=names[result.winners[0]])
    return _("Shared by %(who)s.", who=listed([names[seat] for seat in result.winners]))


def waiting(view: View, names: Names, taste: Taste) -> Phrase | None:
    if not view.to_act or view.to_act == (view.seat,):
        return None
    if view.seat is None:
        return _("You are watching. %(asked)s", asked=prompt(view, names, taste))
    return prompt(view, names, taste)


def role(view: View, seat: Seat, you: Seat | None) -> Phrase | None:
    """What this seat is just now. `you` is who is spoken to."""
    if view.to_act == (seat,):
        return _("your turn") if seat == you else _("to lay a card")
    return _("takes it") if view.is_taken and seat == view.takers[-1] else None
