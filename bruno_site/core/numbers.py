"""A parser for whole numbers that come from addresses, forms and messages."""

from __future__ import annotations

from typing import Final

COUNTED: Final = 9  # digits: more than enough for moves, seats and the like
MOMENT: Final = 15  # digits of a timestamp in milliseconds


def number(value: object, digits: int = COUNTED) -> int | None:
    """Return the value as an int, or None if it is not a whole number or has too many digits."""
    if isinstance(value, str):
        is_plain = value.isascii() and value.isdecimal() and len(value) <= digits
        return int(value) if is_plain else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None
