"""Briscalone's table in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...game import Seat
from ...plates import OWN, doing, places
from ...table import ActionBar, Layout, Line, Part
from ...words import Phrase
from .scene import Scene, SeatScene


class Tally(NamedTuple):
    """What somebody has said in the auction, or has taken since."""

    key: Seat | str
    saying: Phrase | None
    has_passed: bool
    points: Phrase | None
    tricks: Phrase | None

    @classmethod
    def of(cls, shown: SeatScene, key: Seat | str) -> Tally:
        if not shown.counts:
            return cls(key, shown.saying, shown.has_passed, None, None)
        return cls(key, None, False, shown.points_taken, shown.tricks_taken)


class Bar(NamedTuple):
    """What may be done now, beside which the last trick can be looked at."""

    actions: ActionBar
    has_last: bool


def layout(scene: Scene, newest: Line | None) -> Layout:
    parts = (*_seats(scene), *_middle(scene), *_own(scene), _bar(scene), *_looked_back(scene))
    over = "" if scene.round is None else "round"
    return Layout("briscalone/table.html", parts, places(scene.seats, scene.me), over)


def _seats(scene: Scene) -> Iterator[Part]:
    for shown in scene.seats:
        yield from _plate(shown, shown.seat)


def _plate(shown: SeatScene, key: Seat | str) -> Iterator[Part]:
    yield doing(shown, key)
    yield Part(f"held-{key}", "briscalone/tally.html", Tally.of(shown, key))


def _middle(scene: Scene) -> Iterator[Part]:
    yield Part("contract", "briscalone/contract.html", scene.contract)
    if scene.standing_bid is not None:
        yield Part("centre", "briscalone/standing_bid.html", scene.standing_bid)
    elif scene.trick is not None:
        yield Part("centre", "briscalone/trick.html", scene.trick)


def _own(scene: Scene) -> Iterator[Part]:
    if scene.me is None:
        return
    yield from _plate(scene.me, OWN)
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
