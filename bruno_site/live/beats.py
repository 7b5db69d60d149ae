"""One beat for each class, whatever the number of those that are open."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

log = logging.getLogger(__name__)


class Beating(Protocol):
    @classmethod
    def beat(cls, everyone: Sequence[Any], /) -> Iterable[Any]:
        """Returns those with something new."""


B = TypeVar("B")


def by_class(everyone: Iterable[B]) -> dict[type[B], list[B]]:
    found: defaultdict[type[B], list[B]] = defaultdict(list)
    for each in everyone:
        found[type(each)].append(each)
    return found


def with_news(everyone: Iterable[Beating]) -> set[int]:
    """The `id` of each. A class that fails costs the others nothing."""
    return {id(each) for kind, some in by_class(everyone).items() for each in _beat(kind, some)}


def _beat(kind: type[Beating], some: Sequence[Beating]) -> Sequence[Beating]:
    try:
        return list(kind.beat(some))
    except Exception:
        log.warning("A beat was missed by every %s", kind.__name__, exc_info=True)
        return ()
