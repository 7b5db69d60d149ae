"""Bruno in numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ...rules.bruno.actions import Play
from ...rules.bruno.view import View
from .numbers import Code, bits, one_of, turned


def _actions() -> Iterator[str]:
    for rank in range(13):
        yield from (f"{rank}x{number}" for number in range(1, 5))
    yield from ("collect", "pass", "flip 0", "flip 1", "flip 2")


def _name(action: Any) -> str:
    return f"{action.rank}x{len(action.cards)}" if isinstance(action, Play) else str(action)


def _observe(view: View) -> Iterator[float]:
    """Own hand; of each seat open and known cards and how many there are; pile, tens, demand."""
    assert view.seat is not None
    yield from bits(view.hand, 52)
    for seat in turned(view.seats, view.seat):
        yield from bits(seat.up, 52)
        yield from bits(seat.known, 52)
        yield from (seat.hand, sum(seat.down))
    yield from bits(view.pile, 52)
    yield len(view.removed)
    yield from one_of(0 if view.demand is None else view.demand + 1, 14)
    yield from map(float, view.options[:3])


CODE: Final = Code(tuple(_actions()), _name, _observe)
