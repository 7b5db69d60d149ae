"""What a replay alone shows: all cards open."""

from __future__ import annotations

from ...table import Names, Pack, Spread, Taste
from ..state import State
from .faces import deck_of


def laid_open(state: State, names: Names, taste: Taste) -> tuple[Spread, ...]:
    faces = deck_of(taste).faces
    return tuple(
        Spread(name, (Pack(tuple(faces[card] for card in hand)),))
        for name, hand in zip(names, state.hands, strict=True)
    )
