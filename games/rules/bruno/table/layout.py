"""Bruno's table in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...faces import Face
from ...plates import OWN, doing, held, places
from ...table import Layout, Line, Part
from .scene import Scene


class TableCards(NamedTuple):
    id: str
    rows: tuple[tuple[Face | None, bool], ...]


def layout(scene: Scene, newest: Line | None) -> Layout:
    parts = (*_seats(scene), *_parts(scene))
    return Layout("bruno/table.html", parts, places(scene.seats, scene.me))


def _seats(scene: Scene) -> Iterator[Part]:
    for shown in scene.seats:
        yield doing(shown, shown.seat)
        yield held(shown.seat, shown.hand)
        cards = f"table-cards-{shown.seat}"
        yield Part(cards, "bruno/table_cards.html", TableCards(cards, shown.rows))


def _parts(scene: Scene) -> Iterator[Part]:
    yield Part("demand", "bruno/demand.html", scene.demand)
    yield Part("pile", "bruno/pile.html", scene.pile)
    yield Part("pile-note", "bruno/pile_note.html", scene.pile_note)
    yield Part("removed", "bruno/removed.html", scene.removed)
    if scene.me is not None:
        yield doing(scene.me, OWN)
        yield held(OWN, scene.me.hand)
        yield Part("hand", "bruno/hand.html", scene.hand)
    if scene.own_table_cards is not None:
        yield Part("own-table-cards", "bruno/own_table_cards.html", scene.own_table_cards)
    yield Part("act", "games/action_bar.html", scene.bar)


def ending(scene: Scene) -> Layout:
    return Layout("bruno/ending.html", shown=scene.sides)
