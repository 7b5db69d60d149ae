"""A cache of limited size in the memory of one process.

It holds values that never change once they are computed, such as game states folded from the log,
so nothing in it expires.
"""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_caches: list[BoundedCache[object, object]] = []


class BoundedCache(Generic[K, V]):
    """A cache of at most `most` values; the value stored first is dropped first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.values: dict[K, V] = {}
        self.get = self.values.get
        _caches.append(self)  # type: ignore[arg-type]

    def keep(self, key: K, value: V) -> V:
        """Store the value, drop the oldest ones above the limit, and return the value.

        Safe to call from several threads.
        """
        self.values[key] = value
        while len(self.values) > self.most:
            # Another thread may have deleted the same key, or changed the dict during iteration.
            with suppress(KeyError, RuntimeError, StopIteration):
                del self.values[next(iter(self.values))]
        return value


def clear_all() -> None:
    """Empty every cache of the process."""
    for cache in _caches:
        cache.values.clear()
