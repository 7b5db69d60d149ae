"""What was told last, in the two lines that every table has room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..log.window import Told
from ..rules.game import DEALER, Seat

LINES = 2


def news(lines: Sequence[Told], seat: Seat | None) -> tuple[Told, ...]:
    """Of these, newest first: the newest, and what else turned the game since whoever sits here
    moved themselves, for nobody should wonder where their hand went. Else the last two."""
    since = [] if seat is None else list(_since_they_moved(lines, seat))
    turn = next((line for line in since[1:] if line.mark is not None), None)
    return (lines[0], turn) if turn is not None else tuple(lines[:LINES])


def _since_they_moved(lines: Sequence[Told], seat: Seat) -> Iterator[Told]:
    """Nothing from before the cards were dealt: that was about other hands."""
    for line in lines:
        if line.seat == seat and not line.is_by_house:
            return
        yield line
        if line.seat == DEALER:
            return
