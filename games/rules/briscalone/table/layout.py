"""Briscalone's table in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...table import ActionBar, Layout, Line, Part, Places, own_label
from .scene import Scene
from .sheet import RoundScene


class Bar(NamedTuple):
    """What may be done now, beside which the last trick can be looked at."""

    actions: ActionBar
    has_last: bool


class Result(NamedTuple):
    """What stands on the table between two rounds."""

    round: RoundScene
    has_last: bool


def layout(scene: Scene, newest: Line | None) -> Layout:
    has_last = scene.last_trick is not None
    last = (Part("last", "briscalone/last.html", scene.last_trick),) if has_last else ()
    if scene.round is not None:
        return Layout("briscalone/round.html", last, Result(scene.round, has_last))
    seats = tuple(
        Part(f"seat-{shown.seat}", "briscalone/seat.html", shown) for shown in scene.seats
    )
    ids = tuple(part.id for part in seats)
    own = None if scene.me is None else own_label(scene.me.plate)
    parts = (*seats, *_middle(scene), *_own(scene), _bar(scene, has_last), *last)
    return Layout("briscalone/table.html", parts, Places(ids, own))


def _middle(scene: Scene) -> Iterator[Part]:
    yield Part("facts", "briscalone/facts.html", scene.facts)
    if scene.stand is not None:
        yield Part("centre", "briscalone/stand.html", scene.stand)
    elif scene.trick is not None:
        yield Part("centre", "briscalone/trick.html", scene.trick)


def _own(scene: Scene) -> Iterator[Part]:
    if scene.me is None:
        return
    yield Part("you", "briscalone/you.html", scene.me)
    yield Part("hand", "briscalone/hand.html", scene.hand)
    if scene.whisper is not None:
        yield Part("whisper", "briscalone/whisper.html", scene.whisper)


def _bar(scene: Scene, has_last: bool) -> Part:
    if scene.ladder is not None and scene.me is not None:
        return Part("act", "briscalone/ladder.html", scene.ladder)
    if scene.calls:
        return Part("act", "briscalone/call.html", scene.calls)
    return Part("act", "briscalone/act.html", Bar(scene.bar, has_last))


def ending(scene: Scene) -> Layout:
    return Layout("briscalone/end.html", shown=scene.sheet)
