"""What is worked out from the log, kept while the process lives: positions never change."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_stores: list[Kept[object, object]] = []


class Kept(Generic[K, V]):
    """At most so many of them; what was kept first goes first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.values: dict[K, V] = {}
        self.get = self.values.get
        _stores.append(self)  # type: ignore[arg-type]

    def keep(self, key: K, value: V) -> V:
        self.values[key] = value
        while len(self.values) > self.most:
            # Another thread may have been quicker to take it away, or be about to keep one.
            with suppress(KeyError, RuntimeError, StopIteration):
                del self.values[next(iter(self.values))]
        return value


def forget_all() -> None:
    for store in _stores:
        store.values.clear()
