"""What a replay alone shows: all cards open, and a moment at a glimpse."""

from __future__ import annotations

from ...table import Glimpse, Names, Pack, Spread, Taste
from ..state import State
from ..view import View
from .faces import deck_of


def laid_open(state: State, names: Names, taste: Taste) -> tuple[Spread, ...]:
    faces = deck_of(taste).faces
    return tuple(
        Spread(name, (Pack(tuple(faces[card] for card in hand)),))
        for name, hand in zip(names, state.hands, strict=True)
    )


def glimpse(view: View, taste: Taste) -> Glimpse:
    """A trick that was taken lies there until the next one is led."""
    faces = deck_of(taste).faces
    trick = view.trick if view.trick is not None and view.trick.cards else view.last_trick
    middle = () if trick is None else tuple(faces[card] for card in trick.cards)
    return Glimpse(middle, tuple(faces[card] for card in view.hand))
