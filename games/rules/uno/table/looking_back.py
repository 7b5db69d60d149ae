"""What a replay alone shows: all cards open, and a moment at a glimpse."""

from __future__ import annotations

from collections.abc import Iterable

from ...table import Glimpse, Names, Pack, Spread, Taste
from ..cards import Card
from ..state import State
from ..view import View, view
from .faces import FACES, Face

FANNED = 3


def laid_open(state: State, names: Names, taste: Taste) -> tuple[Spread, ...]:
    hands = (view(state, seat).hand for seat in range(len(names)))
    return tuple(
        Spread(name, (Pack(_faces(hand)),)) for name, hand in zip(names, hands, strict=True)
    )


def glimpse(view: View, taste: Taste) -> Glimpse:
    return Glimpse(_faces(view.discards[-FANNED:]), _faces(view.hand))


def _faces(cards: Iterable[Card]) -> tuple[Face, ...]:
    return tuple(FACES[card] for card in cards)
