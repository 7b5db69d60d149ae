"""What was told last, in the two lines that every table has room for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from ..log.window import Told
from ..rules.game import Seat

LINES = 2


def news(lines: Sequence[Told], seat: Seat | None) -> tuple[Told, ...]:
    """Of these, newest first: the newest, and what else turned the game since this seat moved
    itself, for nobody should wonder where their hand went. Else the last two."""
    newest, before = lines[:1], lines[1:]
    since = () if seat is None else takewhile(lambda line: line.seat != seat, before)
    turn = next((line for line in since if line.mark is not None), None)
    return (*newest, turn) if turn is not None else tuple(lines[:LINES])
