"""What everybody sees move in Briscalone."""

from __future__ import annotations

from collections.abc import Iterator

from ...game import DEALER, Seat
from ...table import Flight
from ..view import View


def motion(before: View, seat: Seat, after: View) -> tuple[Flight, ...]:
    return (Flight("deal"),) if seat == DEALER else tuple(_flights(before, seat, after))


def _flights(before: View, seat: Seat, after: View) -> Iterator[Flight]:
    """A taken trick lies there for all to see until its taker leads the next."""
    if sum(after.hand_sizes) == sum(before.hand_sizes):
        return
    last = before.last_trick
    if last is not None and before.trick is not None and not before.trick.cards:
        yield Flight("trick", last.taker, len(last.cards))
    yield Flight("lay", seat)
