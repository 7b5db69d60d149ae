"""Briscalone's table in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...table import ActionBar, Layout, Line, Part, Places, own_label, seat_id
from .scene import Scene


class Bar(NamedTuple):
    """What may be done now, beside which the last trick can be looked at."""

    actions: ActionBar
    has_last: bool


def layout(scene: Scene, newest: Line | None) -> Layout:
    seats = tuple(Part(seat_id(shown.seat), "briscalone/seat.html", shown) for shown in scene.seats)
    ids = tuple(part.id for part in seats)
    own = None if scene.me is None else own_label(scene.me.plate)
    parts = (*seats, *_middle(scene), *_own(scene), _bar(scene), *_looked_back(scene))
    over = "" if scene.round is None else "round"
    return Layout("briscalone/table.html", parts, Places(ids, own), over)


def _middle(scene: Scene) -> Iterator[Part]:
    yield Part("contract", "briscalone/contract.html", scene.contract)
    if scene.standing_bid is not None:
        yield Part("centre", "briscalone/standing_bid.html", scene.standing_bid)
    elif scene.trick is not None:
        yield Part("centre", "briscalone/trick.html", scene.trick)


def _own(scene: Scene) -> Iterator[Part]:
    if scene.me is None:
        return
    yield Part("you", "briscalone/plate.html", scene.me)
    yield Part("hand", "briscalone/hand.html", scene.hand)
    if scene.own_secret is not None:
        yield Part("own-secret", "briscalone/own_secret.html", scene.own_secret)


def _bar(scene: Scene) -> Part:
    if scene.bid_ladder is not None and scene.me is not None:
        return Part("act", "briscalone/bid_ladder.html", scene.bid_ladder)
    if scene.suit_calls:
        return Part("act", "briscalone/suit_calls.html", scene.suit_calls)
    # One that still lies on the table is looked at there.
    has_last = scene.last_trick not in (None, scene.trick)
    return Part("act", "briscalone/action_bar.html", Bar(scene.bar, has_last))


def _looked_back(scene: Scene) -> Iterator[Part]:
    if scene.last_trick is not None:
        yield Part("last-trick", "briscalone/last_trick.html", scene.last_trick)
    if scene.round is not None:
        yield Part("round", "briscalone/between_rounds.html", scene.round)


def ending(scene: Scene) -> Layout:
    return Layout("briscalone/ending.html", shown=scene.sheet)
