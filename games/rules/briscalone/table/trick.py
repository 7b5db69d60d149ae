"""Tricks as the page shows them: five places, each nearest its seat."""

from __future__ import annotations

from typing import Final, NamedTuple

from ...faces import Face
from ...game import Seat
from ...table import Names
from ...words import Phrase, _, in_a_row
from ..cards import Card
from ..meta import SEATS
from ..state import TRICKS
from ..view import Trick, View
from .faces import Deck
from .sentences import people, points


class Slot(NamedTuple):
    """One seat's place in the trick."""

    place: str
    who: Phrase
    label: Phrase | None  # who played what, and what it does in the trick
    face: Face | None
    led: Phrase | None
    fate: Phrase | None  # whether it wins the trick
    wins: bool
    is_newest: bool
    is_mine_now: bool

    @property
    def caption(self) -> Phrase | None:
        """“led, winning”"""
        words = [word for word in (self.led, self.fate) if word is not None]
        return in_a_row(*words) if words else None


class TrickScene(NamedTuple):
    slots: tuple[Slot, ...]  # in the order played; those to come last
    heading: Phrase
    note: Phrase
    is_blind: bool = False

    @property
    def summary(self) -> Phrase:
        """“13 points, to carol”"""
        return in_a_row(self.heading, self.note)


# From the viewer on: the next seat sits at the right.
PLACES: Final = ("s", "e", "ne", "nw", "w")


def trick_on_the_table(view: View, names: Names, deck: Deck, you: Seat | None) -> TrickScene | None:
    """The open trick; a taken one lies there until the next is led, so that all see its cards."""
    if view.last_trick is not None and (view.trick is None or not view.trick.cards):
        return _taken(view, view.last_trick, names, deck, you)
    if view.trick is None:
        return None
    slots = _slots(view, view.trick, names, deck, you, over=False)
    if view.phase in ("blind", "call"):
        return TrickScene(slots, _("Blind"), _("first trick"), is_blind=True)
    note = _("trick %(n)s of %(all)s", n=len(view.tricks) + 1, all=TRICKS)
    return TrickScene(slots, points(view.trick.points), note)


def last_trick(view: View, names: Names, deck: Deck, you: Seat | None) -> TrickScene | None:
    return None if view.last_trick is None else _taken(view, view.last_trick, names, deck, you)


def _taken(view: View, trick: Trick, names: Names, deck: Deck, you: Seat | None) -> TrickScene:
    assert trick.taker is not None
    is_yours = trick.taker == you
    return TrickScene(
        slots=_slots(view, trick, names, deck, you, over=True),
        heading=points(trick.points),
        note=_("to you") if is_yours else _("to %(who)s", who=names[trick.taker]),
    )


def _slots(
    view: View, trick: Trick, names: Names, deck: Deck, you: Seat | None, *, over: bool
) -> tuple[Slot, ...]:
    seats = ((trick.leader + i) % SEATS for i in range(SEATS))
    return tuple(
        _slot(view, trick, seat, people((seat,), you, names), deck, over=over) for seat in seats
    )


def _slot(view: View, trick: Trick, seat: Seat, who: Phrase, deck: Deck, *, over: bool) -> Slot:
    card = _card_of(trick, seat)
    wins = card is not None and seat == trick.taker
    led = _("led") if card is not None and seat == trick.leader else None
    fate = (_("takes it") if over else _("winning")) if wins else None
    return Slot(
        place=PLACES[(seat - (view.seat or 0)) % SEATS],
        who=who,
        label=None if card is None else _spoken(who, deck.name_of(card), led, fate),
        face=None if card is None else deck.faces[card],
        led=led,
        fate=fate,
        wins=wins,
        is_newest=card is not None and card == trick.cards[-1],
        is_mine_now=card is None and view.to_act == (view.seat,) == (seat,),
    )


def _spoken(who: Phrase, card: Phrase, led: Phrase | None, fate: Phrase | None) -> Phrase:
    """For those who listen."""
    named = _("%(who)s: %(card)s", who=who, card=card)
    return in_a_row(named, *(word for word in (led, fate) if word is not None))


def _card_of(trick: Trick, seat: Seat) -> Card | None:
    place = (seat - trick.leader) % SEATS
    return trick.cards[place] if place < len(trick.cards) else None
