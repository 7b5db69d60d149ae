"""What was told last, in the two lines that every table has room for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from ..log.window import Told
from ..rules.game import Seat

LINES = 2


def news(lines: Sequence[Told], seat: Seat | None) -> tuple[Told, ...]:
    """Of these, newest first: the newest, and what else turned the game since whoever sits here
    moved themselves, for nobody should wonder where their hand went. Else the last two."""

    def is_past(line: Told) -> bool:
        return line.seat == seat and not line.is_by_house

    since = [] if seat is None else list(takewhile(lambda line: not is_past(line), lines))
    turn = next((line for line in since[1:] if line.mark is not None), None)
    return (lines[0], turn) if turn is not None else tuple(lines[:LINES])
