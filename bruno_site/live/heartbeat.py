"""What a hub does for many sockets at once: the heartbeat of all pages, and drawing them.

A heartbeat asks once for each class of page or widget, however many of them are open.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from django.utils import timezone

from .page import Page, Pieces
from .visitors import valid_visitors

if TYPE_CHECKING:
    from .socket import Socket
    from .widgets import Widget

log = logging.getLogger(__name__)

AT_ONCE = 50

Drawn = tuple["Socket", Pieces]


class HasHeartbeat(Protocol):
    """A page or a widget."""

    @classmethod
    def beat(cls, everyone: Sequence[Any], /) -> Iterable[Any]:
        """Return those of `everyone` that have something new."""


B = TypeVar("B")


def by_class(everyone: Iterable[B]) -> dict[type[B], list[B]]:
    """Return the objects grouped by their class."""
    found: defaultdict[type[B], list[B]] = defaultdict(list)
    for each in everyone:
        found[type(each)].append(each)
    return found


def changed_ids(everyone: Iterable[HasHeartbeat]) -> set[int]:
    """Return the `id()` of each page or widget that has something new, asking once per class. A
    class whose heartbeat fails is logged and does not affect the others."""
    return {
        id(each)
        for kind, some in by_class(everyone).items()
        for each in _changed_of_class(kind, some)
    }


def _changed_of_class(
    kind: type[HasHeartbeat], some: Sequence[HasHeartbeat]
) -> Sequence[HasHeartbeat]:
    try:
        return list(kind.beat(some))
    except Exception:
        log.warning("A beat was missed by every %s", kind.__name__, exc_info=True)
        return ()


def in_batches(sockets: Sequence[Socket]) -> Iterator[Sequence[Socket]]:
    """Yield the sockets in slices of at most `AT_ONCE`."""
    for first in range(0, len(sockets), AT_ONCE):
        yield sockets[first : first + AT_ONCE]


class BeatResult(NamedTuple):
    """What one heartbeat found out about all sockets of a hub."""

    strangers: list[Socket]  # their visitors may not act any longer
    fresh: set[Socket]  # their pages are to be drawn again
    beside: set[int]  # the `id()` of each widget with something new


def run_beat(sockets: Sequence[Socket], companions: Iterable[Widget]) -> BeatResult:
    """Check all visitors, pages and widgets; return which of them need attention. Runs in a worker
    thread, because it queries the database."""
    valid = valid_visitors({socket.visitor for socket in sockets}, timezone.now())
    strangers = [socket for socket in sockets if socket.visitor not in valid]
    return BeatResult(strangers, pages_to_draw(sockets), changed_ids(companions))


def pages_to_draw(sockets: Iterable[Socket]) -> set[Socket]:
    """Return the sockets whose pages are to be drawn again: they changed, missed a stamp, or could
    not be drawn the last time."""
    fresh = changed_ids(socket.page for socket in sockets)
    return {each for each in sockets if id(each.page) in fresh or each.is_to_be_drawn}


def raise_stamp(page: Page, stamp: int) -> None:
    """Tell the page that there is something as new as `stamp`; never lower what it knows.

    Safe from any thread: between the comparison and the assignment nothing is called, so no other
    thread runs in between.
    """
    if page.newest < stamp:
        page.newest = stamp


def draw_all(sockets: Iterable[Socket]) -> list[Drawn]:
    """Draw the page of each socket; return those that could be drawn. A page that cannot be drawn
    now keeps what it shows, and the next heartbeat tries again."""
    drawn = []
    for socket in sockets:
        newest = socket.page.newest
        try:
            pieces = socket.draw()
            drawn.append((socket, pieces))
            reached = pieces.stamp
        except Exception:
            reached = socket.sent.stamp
            log.warning("A page of %s was not drawn", socket.page.topics, exc_info=True)
        # A stamp that no drawing reaches may be forged or from a clock that is ahead: forget it, or
        # the page would be drawn again and again. A stamp that came meanwhile is left for the next
        # drawing.
        if reached < newest == socket.page.newest:
            socket.page.newest = reached
    return drawn
