"""What a replay alone shows: all cards open, and a moment at a glimpse."""

from __future__ import annotations

from collections.abc import Sequence

from ...cards import cards_of
from ...faces import Face, faces_of
from ...game import Seat
from ...table import Glimpse, Names, Pack, Spread, Taste
from ...words import _
from ..state import State
from ..view import View
from .scene import FANNED


def laid_open(state: State, names: Names, taste: Taste) -> tuple[Spread, ...]:
    faces = faces_of(taste)
    return tuple(Spread(name, _packs(state, seat, faces)) for seat, name in enumerate(names))


def glimpse(view: View, taste: Taste) -> Glimpse:
    """The hand, or what lies before a seat that has none left: face up, and then face down."""
    faces = faces_of(taste)
    middle = tuple(faces[card] for card in view.pile[-FANNED:])
    if view.seat is None:
        return Glimpse(middle, ())
    mine = view.seats[view.seat]
    own = view.hand or tuple(card for card in mine.up if card is not None)
    return Glimpse(middle, tuple(faces[card] for card in own) or (None,) * sum(mine.down))


def _packs(state: State, seat: Seat, faces: Sequence[Face]) -> tuple[Pack, ...]:
    """What lies face up is on the table already."""
    down = tuple(faces[card] for card in state.down[seat] if card is not None)
    hand = tuple(faces[card] for card in cards_of(state.hands[seat]))
    return Pack(hand, _("Hand")), Pack(down, _("Face down"))
