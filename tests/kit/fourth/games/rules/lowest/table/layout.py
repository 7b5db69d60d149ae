"""The table of Lowest in pieces."""

from __future__ import annotations

from collections.abc import Iterator

from ...table import Layout, Line, Part, Places, own_label, seat_id
from .scene import Scene


def layout(scene: Scene, newest: Line | None) -> Layout:
    seats = tuple(Part(seat_id(shown.seat), "lowest/seat.html", shown) for shown in scene.seats)
    own = None if scene.me is None else own_label(scene.me.plate)
    places = Places(tuple(part.id for part in seats), own)
    return Layout("lowest/table.html", (*seats, *_parts(scene)), places)


def _parts(scene: Scene) -> Iterator[Part]:
    yield Part("centre", "lowest/trick.html", scene.trick)
    if scene.me is not None:
        yield Part("you", "lowest/plate.html", scene.me)
        yield Part("hand", "lowest/hand.html", scene.hand)
    yield Part("act", "games/action_bar.html", scene.bar)


def ending(scene: Scene) -> Layout:
    return Layout("lowest/ending.html", shown=scene.standings)
