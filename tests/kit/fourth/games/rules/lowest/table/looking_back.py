"""What a replay alone shows: all cards open, and a moment at a glimpse."""

from __future__ import annotations

from ...faces import FACES
from ...table import Glimpse, Names, Pack, Spread, Taste
from ..state import State
from ..view import View


def laid_open(state: State, names: Names, taste: Taste) -> tuple[Spread, ...]:
    return tuple(
        Spread(name, (Pack(tuple(FACES[card] for card in hand)),))
        for name, hand in zip(names, state.hands, strict=True)
    )


def glimpse(view: View, taste: Taste) -> Glimpse:
    middle = tuple(FACES[card] for _seat, card in view.lying)
    return Glimpse(middle, tuple(FACES[card] for card in view.hand))
