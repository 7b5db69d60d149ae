"""What the table asks of the seat on turn, in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...cards import one_of_rank
from ...game import Seat
from ...table import Names, Taste, who_won
from ...words import Phrase, _
from ..actions import Action, Collect, Flip, Pass
from ..cards import NINE, Demand
from ..meta import SEATS
from ..view import View


def prompt(view: View, names: Names, taste: Taste) -> Phrase:
    if view.result is not None:
        return verdict(view, names, taste.you(view.seat))
    if view.to_act == (taste.you(view.seat),):
        return _("Your turn: %(demand)s.", demand=demand_words(view.demand, inside=True))
    return _("%(who)s is to play.", who=names[view.turn])


def demand_words(demand: Demand, *, inside: bool = False) -> Phrase:
    """The demand as a heading, or inside a sentence."""
    if demand is None:
        return _("a free lead") if inside else _("Free lead")
    if demand == NINE:
        return _("below 9") if inside else _("Below 9")
    card = one_of_rank(demand)
    return _("at least %(card)s", card=card) if inside else _("At least %(card)s", card=card)


def aside(view: View, actions: Sequence[Action], names: Names, you: Seat | None) -> Phrase:
    """The second line: for the seat on turn its ways out, for others whom they wait for."""
    if not actions or you is None:
        return _("%(who)s is to play", who=names[view.turn])
    if isinstance(actions[0], Collect) and len(actions) == 1:
        return _("you have no answer: collect the pile")
    if isinstance(actions[0], Pass):
        return _("you cannot play and there is nothing to collect")
    if isinstance(actions[0], Flip):
        return _("turn one of your face-down cards")
    if view.demand is None:
        return _("play whatever you like")
    if view.demand == NINE:
        return _("4 to 8, or any 2, 3, 9, 10")
    return _("or any 2, 3, 9, 10")


def role(view: View, seat: Seat, you: Seat | None) -> Phrase | None:
    """What this seat is just now. `you` is who is spoken to."""
    if view.to_act == (seat,):
        return _("Your turn") if seat == you else _("to play")
    if view.seat is not None and (seat - view.seat) % SEATS == 2:
        return _("Partner")
    if view.result is not None:
        return None
    if view.top is not None and view.top.seat == seat:
        return _("you played") if seat == you else _("played")
    return _("next") if seat == (view.turn + 1) % SEATS else None


def waiting(view: View, actions: Sequence[Action], names: Names) -> Phrase | None:
    if actions or not view.to_act:
        return None
    if view.seat is None:
        return _("You are watching. %(who)s is to play.", who=names[view.turn])
    return _("Waiting for %(who)s", who=names[view.turn])


def verdict(view: View, names: Names, you: Seat | None) -> Phrase:
    if view.result is None or view.winner is None:
        return _("A draw: 2,000 moves and nobody is out.")  # B26
    return who_won(view.result.winners, you, names)
