"""UNO's table in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...game import Seat
from ...plates import OWN, Sitter, doing, held, places, sitter
from ...table import Layout, Line, Part
from .scene import Account, Accusing, Scene, SeatScene


class Behind(NamedTuple):
    """What is behind the plate of somebody else."""

    seat: Seat
    backs: int
    accusing: Accusing | None


class UnoPlaces(NamedTuple):
    seats: tuple[Sitter, ...]  # the others
    own: Sitter | None
    near: Sitter | None  # for a spectator, who sits at the bottom


def layout(scene: Scene, newest: Line | None) -> Layout:
    near = None if scene.me is not None else sitter(scene.near, scene.near.seat)
    parts = (*_seats(scene), *_centre(scene), *_own(scene, newest))
    table = Layout("uno/table.html", parts, UnoPlaces(*places(scene.seats, scene.me), near))
    return table if scene.account is None else _counted(table, scene.account)


def _counted(table: Layout, account: Account) -> Layout:
    result = Part("round", "uno/between_rounds.html", account)
    return table._replace(parts=(*table.parts, result), over=result.id)


def _seats(scene: Scene) -> Iterator[Part]:
    for shown in scene.seats:
        yield from _seat(shown)
    if scene.me is None:
        yield from _seat(scene.near)


def _seat(shown: SeatScene) -> Iterator[Part]:
    yield doing(shown, shown.seat)
    yield held(shown.seat, shown.cards)
    behind = Behind(shown.seat, shown.backs, shown.accusing)
    yield Part(f"behind-{shown.seat}", "uno/behind.html", behind)


def _centre(scene: Scene) -> Iterator[Part]:
    if scene.is_clockwise is not None:
        yield Part("direction", "uno/direction.html", scene.is_clockwise)
    yield Part("draw-pile", "uno/draw_pile.html", scene.draw_pile)
    yield Part("discard-pile", "uno/discard_pile.html", scene.discard_pile)
    yield Part("colour", "uno/colour.html", scene.colour)
    yield Part("demand", "uno/demand.html", scene.demand)
    yield Part("opened-hands", "uno/opened_hands.html", scene.opened_hands)


def _own(scene: Scene, newest: Line | None) -> Iterator[Part]:
    yield Part("act", "games/action_bar.html", scene.bar)
    if scene.me is None:
        return
    yield doing(scene.me, OWN)
    yield held(OWN, scene.me.cards)
    if scene.uno_call is not None:
        yield Part("uno-call", "uno/uno_call.html", scene.uno_call)
    yield Part("hand", "uno/hand.html", scene.hand)
    yield Part("turning-point", "uno/turning_point.html", _turning_point(scene, newest))


def _turning_point(scene: Scene, newest: Line | None) -> Line | None:
    """A turning point is told above the hand of whoever has to go on from there."""
    is_told = newest is not None and newest.mark and scene.near.plate.is_on_turn
    return newest if is_told else None


def ending(scene: Scene) -> Layout:
    return Layout("uno/ending.html", shown=scene.account)
