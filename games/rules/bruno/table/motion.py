"""What everybody sees move in Bruno."""

from __future__ import annotations

from ...game import DEALER, Seat
from ...table import Flight
from ..view import View


def motion(before: View, seat: Seat, after: View) -> tuple[Flight, ...]:
    if seat == DEALER:
        return (Flight("deal"),) if before.first is None else (Flight("gather"), Flight("deal"))
    if gone := len(after.removed) - len(before.removed):
        return (Flight("out", seat, gone),)
    laid = len(after.pile) - len(before.pile)
    if laid > 0:
        is_turned = before.seats[seat].down != after.seats[seat].down
        return (Flight("turn" if is_turned else "lay", seat, laid),)
    return (Flight("take", seat, -laid),) if laid else ()
