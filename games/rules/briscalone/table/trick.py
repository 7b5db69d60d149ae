"""Tricks as the page shows them: five places, each nearest its seat."""

from __future__ import annotations

from typing import Final

from ...game import Seat
from ...table import Names
from ...words import _
from ..cards import Card
from ..meta import SEATS
from ..state import TRICKS
from ..view import Trick, View
from .deck import Deck
from .scene import Slot, TrickScene
from .sentences import people, points

# From the viewer on: the next seat sits at the right.
PLACES: Final = ("s", "e", "ne", "nw", "w")


def trick_on_the_table(view: View, names: Names, deck: Deck) -> TrickScene | None:
    """The open trick; a taken one lies there until the next is led, so that all see its cards."""
    if view.trick is None:
        return None
    if not view.trick.cards and view.last_trick is not None:
        return _taken(view, view.last_trick, names, deck)
    if view.phase in ("blind", "call"):
        heading, note = _("Blind"), _("first trick")
    else:
        heading = points(view.trick.points)
        note = _("trick %(n)s of %(all)s", n=len(view.tricks) + 1, all=TRICKS)
    return TrickScene(_slots(view, view.trick, names, deck, over=False), heading, note)


def last_trick(view: View, names: Names, deck: Deck) -> TrickScene | None:
    return None if view.last_trick is None else _taken(view, view.last_trick, names, deck)


def _taken(view: View, trick: Trick, names: Names, deck: Deck) -> TrickScene:
    assert trick.taker is not None
    who = _("you") if trick.taker == view.seat else names[trick.taker]
    return TrickScene(
        slots=_slots(view, trick, names, deck, over=True),
        heading=points(trick.points),
        note=_("to %(who)s", who=who),
    )


def _slots(view: View, trick: Trick, names: Names, deck: Deck, *, over: bool) -> tuple[Slot, ...]:
    return tuple(
        _slot(view, trick, (trick.leader + i) % SEATS, names, deck, over=over) for i in range(SEATS)
    )


def _slot(view: View, trick: Trick, seat: Seat, names: Names, deck: Deck, *, over: bool) -> Slot:
    card = _card_of(trick, seat)
    wins = card is not None and seat == trick.taker
    return Slot(
        place=PLACES[(seat - (view.seat or 0)) % SEATS],
        who=people((seat,), view.seat, names),
        face=None if card is None else deck.faces[card],
        led=_("led") if card is not None and seat == trick.leader else None,
        fate=(_("takes it") if over else _("winning")) if wins else None,
        wins=wins,
        is_newest=not over and bool(trick.cards) and card == trick.cards[-1],
        is_mine_now=card is None and view.to_act == (view.seat,) == (seat,),
    )


def _card_of(trick: Trick, seat: Seat) -> Card | None:
    place = (seat - trick.leader) % SEATS
    return trick.cards[place] if place < len(trick.cards) else None
