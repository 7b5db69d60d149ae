"""Whole numbers as they come in addresses, forms and messages."""

from __future__ import annotations

from typing import Final

COUNTED: Final = 9  # digits of moves, seats and the like, and more
MOMENT: Final = 15  # of what may be a moment, in milliseconds


def number(value: object, digits: int = COUNTED) -> int | None:
    """None if it is none, or too long."""
    if isinstance(value, str):
        is_plain = value.isascii() and value.isdecimal() and len(value) <= digits
        return int(value) if is_plain else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None
