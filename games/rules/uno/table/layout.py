"""UNO's table in pieces."""

from __future__ import annotations

from collections.abc import Iterator

from ...table import Layout, Line, Part, Places, own_label, seat_id
from .scene import Account, Scene, SeatScene


def layout(scene: Scene, newest: Line | None) -> Layout:
    others = tuple(map(_seat, scene.seats))
    ids = tuple(part.id for part in others)
    own = None if scene.me is None else own_label(scene.me.plate)
    parts = (*others, *_centre(scene), *_near(scene), *_own(scene, newest))
    table = Layout("uno/table.html", parts, Places(ids, own))
    return table if scene.account is None else _counted(table, scene.account)


def _counted(table: Layout, account: Account) -> Layout:
    result = Part("round", "uno/between_rounds.html", account)
    return table._replace(parts=(*table.parts, result), over=result.id)


def _seat(shown: SeatScene) -> Part:
    return Part(seat_id(shown.seat), "uno/seat.html", shown)


def _centre(scene: Scene) -> Iterator[Part]:
    if scene.is_clockwise is not None:
        yield Part("direction", "uno/direction.html", scene.is_clockwise)
    yield Part("draw-pile", "uno/draw_pile.html", scene.draw_pile)
    yield Part("discard-pile", "uno/discard_pile.html", scene.discard_pile)
    yield Part("colour", "uno/colour.html", scene.colour)
    yield Part("demand", "uno/demand.html", scene.demand)
    yield Part("opened-hands", "uno/opened_hands.html", scene.opened_hands)


def _near(scene: Scene) -> Iterator[Part]:
    if scene.me is None:
        yield _seat(scene.near)
    yield Part("act", "games/action_bar.html", scene.bar)


def _own(scene: Scene, newest: Line | None) -> Iterator[Part]:
    if scene.me is None:
        return
    yield Part("you", "uno/plate.html", scene.me)
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
