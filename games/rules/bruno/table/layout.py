"""Bruno's table in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...faces import Face
from ...game import Seat
from ...table import Layout, Line, Part, Plate, own_label
from ...words import Phrase
from .scene import Scene


class SeatPlace(NamedTuple):
    seat: Seat
    place: str
    name: str | Phrase


class Places(NamedTuple):
    seats: tuple[SeatPlace, ...]  # the others; for a spectator, everyone
    own: str | Phrase | None  # what the viewer's part of the table is called


class Sitting(NamedTuple):
    id: str
    plate: Plate
    hand: int


class Lying(NamedTuple):
    id: str
    rows: tuple[tuple[Face | None, bool], ...]


def layout(scene: Scene, newest: Line | None) -> Layout:
    own = None if scene.me is None else own_label(scene.me.plate)
    seats = tuple(SeatPlace(shown.seat, shown.place, shown.plate.name) for shown in scene.seats)
    parts = (*_seats(scene), *_parts(scene))
    return Layout("bruno/table.html", parts, Places(seats, own))


def _seats(scene: Scene) -> Iterator[Part]:
    """A turn goes on without a card on the table being moved: so the plate is apart from them."""
    for shown in scene.seats:
        name = f"seat-{shown.seat}"
        yield Part(name, "bruno/plate.html", Sitting(name, shown.plate, shown.hand))
        rows = f"rows-{shown.seat}"
        yield Part(rows, "bruno/rows.html", Lying(rows, shown.rows))


def _parts(scene: Scene) -> Iterator[Part]:
    yield Part("demand", "bruno/demand.html", scene.demand)
    yield Part("pile", "bruno/pile.html", scene.pile)
    yield Part("laid", "bruno/laid.html", scene.laid)
    yield Part("out", "bruno/out.html", scene.removed)
    if scene.me is not None:
        yield Part("you", "bruno/plate.html", Sitting("you", scene.me.plate, scene.me.hand))
        yield Part("hand", "bruno/hand.html", scene.hand)
    if scene.own is not None:
        yield Part("own", "bruno/own.html", scene.own)
    yield Part("act", "games/act.html", scene.bar)


def ending(scene: Scene) -> Layout:
    return Layout("bruno/end.html", shown=scene.sides)
