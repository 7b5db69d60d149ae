"""Bruno's table in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...faces import Face
from ...game import Seat
from ...table import Layout, Line, Part, Plate, own_label, seat_id
from ...words import Phrase
from .scene import Scene


class SeatPlace(NamedTuple):
    seat: Seat
    place: str
    name: str | Phrase


class SeatPlaces(NamedTuple):
    seats: tuple[SeatPlace, ...]  # the others; for a spectator, everyone
    own: str | Phrase | None  # what the viewer's part of the table is called


class Sitting(NamedTuple):
    id: str
    plate: Plate
    hand: int


class TableCards(NamedTuple):
    id: str
    rows: tuple[tuple[Face | None, bool], ...]


def layout(scene: Scene, newest: Line | None) -> Layout:
    own = None if scene.me is None else own_label(scene.me.plate)
    seats = tuple(SeatPlace(shown.seat, shown.place, shown.plate.name) for shown in scene.seats)
    parts = (*_seats(scene), *_parts(scene))
    return Layout("bruno/table.html", parts, SeatPlaces(seats, own))


def _seats(scene: Scene) -> Iterator[Part]:
    """A turn goes on without a card on the table being moved: so the plate is apart from them."""
    for shown in scene.seats:
        name = seat_id(shown.seat)
        yield Part(name, "bruno/plate.html", Sitting(name, shown.plate, shown.hand))
        cards = f"table-cards-{shown.seat}"
        yield Part(cards, "bruno/table_cards.html", TableCards(cards, shown.rows))


def _parts(scene: Scene) -> Iterator[Part]:
    yield Part("demand", "bruno/demand.html", scene.demand)
    yield Part("pile", "bruno/pile.html", scene.pile)
    yield Part("pile-note", "bruno/pile_note.html", scene.pile_note)
    yield Part("removed", "bruno/removed.html", scene.removed)
    if scene.me is not None:
        yield Part("you", "bruno/plate.html", Sitting("you", scene.me.plate, scene.me.hand))
        yield Part("hand", "bruno/hand.html", scene.hand)
    if scene.own_table_cards is not None:
        yield Part("own-table-cards", "bruno/own_table_cards.html", scene.own_table_cards)
    yield Part("act", "games/action_bar.html", scene.bar)


def ending(scene: Scene) -> Layout:
    return Layout("bruno/ending.html", shown=scene.sides)
