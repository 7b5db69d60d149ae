"""UNO's table in pieces."""

from __future__ import annotations

from collections.abc import Iterator

from ...table import Layout, Line, Part, Places, own_label
from .scene import Scene, SeatScene


def layout(scene: Scene, newest: Line | None) -> Layout:
    if scene.account is not None:
        return Layout("uno/round.html", shown=scene.account)
    others = tuple(map(_seat, scene.seats))
    ids = tuple(part.id for part in others)
    own = None if scene.me is None else own_label(scene.me.plate)
    parts = (*others, *_centre(scene), *_near(scene), *_own(scene, newest))
    return Layout("uno/table.html", parts, Places(ids, own))


def _seat(shown: SeatScene) -> Part:
    return Part(f"seat-{shown.seat}", "uno/seat.html", shown)


def _centre(scene: Scene) -> Iterator[Part]:
    if scene.is_clockwise is not None:
        yield Part("ring", "uno/ring.html", scene.is_clockwise)
    yield Part("stock", "uno/stock.html", scene.stock)
    yield Part("pile", "uno/pile.html", scene.discards)
    yield Part("colour", "uno/colour.html", scene.colour)
    yield Part("demand", "uno/demand.html", scene.demand)
    yield Part("opened", "uno/opened.html", scene.opened)


def _near(scene: Scene) -> Iterator[Part]:
    if scene.me is None:
        yield _seat(scene.near)
    yield Part("act", "games/act.html", scene.bar)


def _own(scene: Scene, newest: Line | None) -> Iterator[Part]:
    if scene.me is None:
        return
    yield Part("you", "uno/you.html", scene.me)
    if scene.call is not None:
        yield Part("call", "uno/call.html", scene.call)
    yield Part("hand", "uno/hand.html", scene.hand)
    yield Part("befell", "uno/befell.html", _befell(scene, newest))


def _befell(scene: Scene, newest: Line | None) -> Line | None:
    """A turning point is told above the hand of whoever has to go on from there."""
    is_told = newest is not None and newest.marked and scene.near.plate.is_on_turn
    return newest if is_told else None


def ending(scene: Scene) -> Layout:
    return Layout("uno/end.html", shown=scene.account)
