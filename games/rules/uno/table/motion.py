"""What everybody sees move in UNO."""

from __future__ import annotations

from collections.abc import Iterator

from ...game import DEALER, Seat
from ...table import Flight
from ..view import View


def motion(before: View, seat: Seat, after: View) -> tuple[Flight, ...]:
    if before.stage == "deal":
        return (Flight("deal"),)
    return tuple(_flights(before, seat, after))


def _flights(before: View, seat: Seat, after: View) -> Iterator[Flight]:
    if seat == DEALER:
        yield Flight("shuffle")
    laid = 0 if seat == DEALER else max(0, len(after.discards) - len(before.discards))
    if laid:
        yield Flight("lay", seat, laid)
    for other, (was, held) in enumerate(zip(before.hand_sizes, after.hand_sizes, strict=True)):
        drawn = held - was + (laid if other == seat else 0)
        if drawn > 0:
            yield Flight("draw", other, drawn)
