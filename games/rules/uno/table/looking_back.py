"""What a replay alone shows: all cards open."""

from __future__ import annotations

from collections.abc import Iterable

from ...table import Names, Pack, Spread, Taste
from ..cards import Card
from ..state import State
from ..view import view
from .faces import FACES, Face


def laid_open(state: State, names: Names, taste: Taste) -> tuple[Spread, ...]:
    hands = (view(state, seat).hand for seat in range(len(names)))
    return tuple(
        Spread(name, (Pack(_faces(hand)),)) for name, hand in zip(names, hands, strict=True)
    )


def _faces(cards: Iterable[Card]) -> tuple[Face, ...]:
    return tuple(FACES[card] for card in cards)
