"""What a replay alone shows: all cards open."""

from __future__ import annotations

from collections.abc import Sequence

from ...cards import cards_of
from ...faces import Face, faces_of
from ...game import Seat
from ...table import Names, Pack, Spread, Taste
from ...words import _
from ..state import State


def laid_open(state: State, names: Names, taste: Taste) -> tuple[Spread, ...]:
    faces = faces_of(taste)
    return tuple(Spread(name, _packs(state, seat, faces)) for seat, name in enumerate(names))


def _packs(state: State, seat: Seat, faces: Sequence[Face]) -> tuple[Pack, ...]:
    """What lies face up is on the table already."""
    down = tuple(faces[card] for card in state.down[seat] if card is not None)
    hand = tuple(faces[card] for card in cards_of(state.hands[seat]))
    return Pack(hand, _("Hand")), Pack(down, _("Face down"))
