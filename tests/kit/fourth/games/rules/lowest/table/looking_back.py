"""What a replay alone shows: all cards open."""

from __future__ import annotations

from ...faces import FACES
from ...table import Names, Pack, Spread, Taste
from ..state import State


def laid_open(state: State, names: Names, taste: Taste) -> tuple[Spread, ...]:
    return tuple(
        Spread(name, (Pack(tuple(FACES[card] for card in hand)),))
        for name, hand in zip(names, state.hands, strict=True)
    )
