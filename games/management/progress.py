"""How far a long command has come; only where somebody watches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TextIO, TypeVar

T = TypeVar("T")

WIDTH = 40
SECONDS_BETWEEN = 0.1


def shown(things: Iterable[T], total: int, screen: TextIO) -> Iterator[T]:
    """The same things, with a bar on the screen while they come."""
    if not screen.isatty():
        yield from things
        return
    drawn = 0.0
    for count, thing in enumerate(things, 1):
        yield thing
        if count == total or monotonic() - drawn > SECONDS_BETWEEN:
            drawn = monotonic()
            screen.write(f"\r[{'#' * (count * WIDTH // total):<{WIDTH}}] {count}/{total}")
            screen.flush()
    screen.write("\n")
