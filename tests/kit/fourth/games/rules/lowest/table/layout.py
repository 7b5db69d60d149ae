"""The table of Lowest in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...game import Seat
from ...plates import OWN, doing, places
from ...table import Layout, Line, Part
from ...words import Phrase
from .scene import Scene, SeatScene


class Tally(NamedTuple):
    key: Seat | str
    cards: int
    taken: Phrase


def layout(scene: Scene, newest: Line | None) -> Layout:
    parts = (*_seats(scene), *_parts(scene))
    return Layout("lowest/table.html", parts, places(scene.seats, scene.me))


def _seats(scene: Scene) -> Iterator[Part]:
    for shown in scene.seats:
        yield from _plate(shown, shown.seat)


def _plate(shown: SeatScene, key: Seat | str) -> Iterator[Part]:
    yield doing(shown, key)
    yield Part(f"held-{key}", "lowest/tally.html", Tally(key, shown.cards, shown.taken))


def _parts(scene: Scene) -> Iterator[Part]:
    yield Part("centre", "lowest/trick.html", scene.trick)
    if scene.me is not None:
        yield from _plate(scene.me, OWN)
        yield Part("hand", "lowest/hand.html", scene.hand)
    yield Part("act", "games/action_bar.html", scene.bar)


def ending(scene: Scene) -> Layout:
    return Layout("lowest/ending.html", shown=scene.standings)
