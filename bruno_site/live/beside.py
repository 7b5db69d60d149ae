"""What stands beside a page, on whatever page that is, and travels through the page's socket.

An app registers what it wants to have beside the pages of a place when it is ready:

    register(Talk.at_game, "game")
    register(Notices.open, EVERYWHERE)

and a socket that is opened for a place takes it along. A page need not know of its companions; one
that fails does not take the page down with it.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ..speech import speaking
from .beats import by_class
from .pages import Message, Parts
from .sent import swapped
from .threads import in_thread
from .visitors import Visitor

if TYPE_CHECKING:
    from .socket import Socket

log = logging.getLogger(__name__)

EVERYWHERE = ""


class Companion(Protocol):
    """Something small that one visitor sees beside a page. It has no stamp: it is drawn when
    something was poked that it listens to, and never just because time has passed."""

    name: str  # what a message for it carries in `to`

    @property
    def topics(self) -> Sequence[str]:
        """Whose pokes it hears; asked again after every drawing."""

    def poked(self, topic: str, stamp: int) -> bool:
        """Is there something new to draw? On the server's loop, so it asks nobody."""

    @classmethod
    def prepare(cls, companions: Sequence[Any]) -> None:
        """Before they are drawn: what they do not know yet, for all of this class at once, with as
        many queries for a thousand as for one."""

    def draw(self) -> Parts:
        """Its elements, by their ids; each takes the place of the one with that id."""

    def hear(self, message: Message) -> str:
        """What was pressed; nothing, or the sentence that says why not."""

    @classmethod
    def beat(cls, companions: Sequence[Any]) -> Iterable[Any]:
        """Every few seconds, for all of this class at once: those with something new, found with
        as many queries for a thousand as for one."""


class Unread(Protocol):
    is_to_read: bool


U = TypeVar("U", bound=Unread)


@contextmanager
def reading(companions: Iterable[U]) -> Iterator[list[U]]:
    """Those with something to read. What is poked meanwhile is for the next time, and so is
    everything where it fails."""
    some = [each for each in companions if each.is_to_read]
    for each in some:
        each.is_to_read = False
    try:
        yield some
    except BaseException:
        for each in some:
            each.is_to_read = True
        raise


Opens = Callable[..., Companion | None]  # of the visitor and what the page's address names

_opens: defaultdict[str, list[Opens]] = defaultdict(list)
_drawings = count(1)


def register(opens: Opens, place: str) -> None:
    if opens not in _opens[place]:
        _opens[place].append(opens)


def companions(place: str, visitor: Visitor, named: Mapping[str, Any]) -> list[Companion]:
    """Those that a page of this place has; the page is shown without one that fails."""
    found = [_opened(opens, visitor, named) for opens in _opens[place] if place]
    found += [_opened(opens, visitor, named) for opens in _opens[EVERYWHERE]]
    return [companion for companion in found if companion is not None]


def _opened(opens: Opens, visitor: Visitor, named: Mapping[str, Any]) -> Companion | None:
    try:
        return opens(visitor, **named)
    except Exception:
        log.exception("Something is missing beside a page")
        return None


def drawn(place: str, visitor: Visitor, **named: Any) -> Parts:
    """For the first look at a page: what stands beside it in this place alone."""
    found = [_opened(opens, visitor, named) for opens in _opens[place]]
    return {
        name: html
        for companion in found
        if companion is not None
        for name, html in companion.draw().items()
    }


class Standing:
    """A companion beside the page of one socket, and what that socket was sent of it."""

    def __init__(self, socket: Socket, companion: Companion) -> None:
        self.socket = socket
        self.companion = companion
        self.topics: Sequence[str] = ()
        self.is_behind = True
        self.begun = 0
        self.sent: Parts = {}

    def draw(self) -> tuple[int, Parts]:
        begun = next(_drawings)
        self.is_behind = False  # what is poked from now on is for the next drawing
        with speaking(self.socket.visitor.language):
            return begun, self.companion.draw()

    def message(self, begun: int, parts: Parts) -> str:
        """What differs from what was sent; never anything older."""
        if begun < self.begun:
            return ""
        known, self.begun, self.sent = self.sent, begun, parts
        return "".join(swapped(html) for name, html in parts.items() if known.get(name) != html)


class Company:
    """All companions of a process."""

    def __init__(self, start: Callable[[Coroutine[Any, Any, None]], Any]) -> None:
        self._start = start
        self.everyone: set[Standing] = set()
        self.by_topic: defaultdict[str, set[Standing]] = defaultdict(set)
        self._behind: set[Standing] = set()
        self._is_busy = False

    def join(self, standings: Iterable[Standing]) -> None:
        for standing in standings:
            self.everyone.add(standing)
            self._listen(standing)
            self.call(standing)

    def leave(self, standings: Iterable[Standing]) -> None:
        for standing in standings:
            self.everyone.discard(standing)
            self._behind.discard(standing)
            self._unlisten(standing)

    def _listen(self, standing: Standing) -> None:
        topics = tuple(standing.companion.topics)
        if topics != standing.topics:
            self._unlisten(standing)
            standing.topics = topics
            for topic in topics:
                self.by_topic[topic].add(standing)

    def _unlisten(self, standing: Standing) -> None:
        for topic in standing.topics:
            self.by_topic[topic].discard(standing)
            if not self.by_topic[topic]:
                del self.by_topic[topic]
        standing.topics = ()

    def hear(self, topic: str, stamp: int) -> None:
        for standing in self.by_topic.get(topic, ()):
            if standing.companion.poked(topic, stamp):
                self.call(standing)

    def call(self, standing: Standing) -> None:
        """It is drawn soon, with all others that are called meanwhile."""
        standing.is_behind = True
        self._behind.add(standing)
        if not self._is_busy:
            self._is_busy = True
            self._start(self._catch_up())

    async def _catch_up(self) -> None:
        try:
            while self._behind:
                behind, self._behind = self._behind, set()
                for standing, begun, parts in await in_thread(_draw_all, behind):
                    if standing in self.everyone:
                        self._listen(standing)
                        await standing.socket.show_beside(standing.message(begun, parts))
        finally:
            self._is_busy = False

    def companions(self) -> list[Companion]:
        return [standing.companion for standing in self.everyone]

    def call_those(self, fresh: set[int]) -> None:
        """By the `id` of each. Also those that could not be drawn are tried again."""
        for standing in self.everyone:
            if standing.is_behind or id(standing.companion) in fresh:
                self.call(standing)


def _draw_all(standings: Collection[Standing]) -> list[tuple[Standing, int, Parts]]:
    _prepare_all(standing.companion for standing in standings)
    drawn = []
    for standing in standings:
        try:
            drawn.append((standing, *standing.draw()))
        except Exception:
            standing.is_behind = True
            log.warning("A %s was not drawn", standing.companion.name, exc_info=True)
    return drawn


def _prepare_all(companions: Iterable[Companion]) -> None:
    """One of a class that fails here asks for itself when it is drawn."""
    for kind, some in by_class(companions).items():
        try:
            kind.prepare(some)
        except Exception:
            log.warning("Every %s is drawn alone", kind.__name__, exc_info=True)
