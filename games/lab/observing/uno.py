"""UNO in numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...rules.uno.cards import CARD_TEXT, COLOURS, WILD
from ...rules.uno.meta import MOST_SEATS
from ...rules.uno.view import View
from .numbers import Code, bits, one_of, turned


def _actions() -> Iterator[str]:
    for card, text in enumerate(CARD_TEXT):
        colours = [""] if card < WILD else [f" {colour}" for colour in COLOURS]
        yield from (f"play {text}{colour}" for colour in colours)
    yield from ("draw", "keep", "challenge", "uno")
    yield from (f"catch {seat}" for seat in range(MOST_SEATS))


def _observe(view: View) -> Iterator[float]:
    """Own hand; the card on top, its colour; sizes, who has declared, way round, what is due."""
    assert view.seat is not None
    missing = [0] * (MOST_SEATS - len(view.hand_sizes))
    yield from bits(view.hand, 54)
    yield from bits(view.discards, 54)
    yield from one_of(view.top, 54)
    yield from one_of(view.colour, 4)
    yield from (*turned(view.hand_sizes, view.seat), *missing)
    yield from (*map(float, turned(view.declared, view.seat)), *missing)
    yield from (view.direction, view.pending, view.pile, float(view.waiting))
    yield from one_of(view.drawn, 54)


CODE: Final = Code(tuple(_actions()), str, _observe)
