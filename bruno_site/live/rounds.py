"""What is done in one trip for many sockets of a hub."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils import timezone

from .beats import with_news
from .pages import Page, Pieces
from .visitors import still_valid

if TYPE_CHECKING:
    from .beside import Companion
    from .socket import Socket

log = logging.getLogger(__name__)

AT_ONCE = 50

Drawn = tuple["Socket", Pieces]


def in_batches(sockets: Sequence[Socket]) -> Iterator[Sequence[Socket]]:
    for first in range(0, len(sockets), AT_ONCE):
        yield sockets[first : first + AT_ONCE]


class Found(NamedTuple):
    """By a beat."""

    strangers: list[Socket]  # whose visitors may not act any longer
    fresh: set[Socket]  # to be drawn again
    beside: set[int]  # the `id` of each companion with something new


def whole_beat(sockets: Sequence[Socket], companions: Iterable[Companion]) -> Found:
    valid = still_valid({socket.visitor for socket in sockets}, timezone.now())
    strangers = [socket for socket in sockets if socket.visitor not in valid]
    return Found(strangers, beat_of_all(sockets), with_news(companions))


def beat_of_all(sockets: Iterable[Socket]) -> set[Socket]:
    """Returns those to be drawn again."""
    fresh = with_news(socket.page for socket in sockets)
    return {each for each in sockets if id(each.page) in fresh or each.is_to_be_drawn}


def tell(page: Page, stamp: int) -> None:
    """From any thread: there is no call between the look and the leap, so none comes between."""
    if page.newest < stamp:
        page.newest = stamp


def draw_all(sockets: Iterable[Socket]) -> list[Drawn]:
    """A page that cannot be drawn now keeps what it shows; the next beat tries again."""
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
        # What no drawing reaches may be no stamp at all. What came meanwhile is for the next.
        if reached < newest == socket.page.newest:
            socket.page.newest = reached
    return drawn
