"""Widgets: small things that pages show next to their own content, such as chat and notifications.
Their changes are sent through the page's socket.

When an app is ready, it registers a widget for the pages of a place, or for all pages:

    register(Talk.at_game, "game")
    register(Notices.open, EVERYWHERE)

Each socket that is opened for that place then has the widget. The page knows nothing of its
widgets, and a widget that fails does not affect the page.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ..core.i18n import in_language
from .heartbeat import by_class
from .page import Message, Parts
from .page_diff import replacing
from .threads import in_thread
from .visitors import Visitor

if TYPE_CHECKING:
    from .socket import Socket

log = logging.getLogger(__name__)

EVERYWHERE = ""


class Widget(Protocol):
    """A small part of a page outside of its own content, for one visitor. It has no stamp: it is
    drawn when one of its topics was poked, and never just because time has passed."""

    name: str  # a message for this widget has it in `to`

    @property
    def topics(self) -> Sequence[str]:
        """The topics whose pokes it hears; read again after every drawing."""

    def poked(self, topic: str, stamp: int) -> bool:
        """Return whether there is something new to draw. Runs on the event loop, so it must not
        query anything."""

    @classmethod
    def prepare(cls, companions: Sequence[Any]) -> None:
        """Load what these widgets, all of this class, need for being drawn, with as many queries
        for a thousand as for one."""

    def draw(self) -> Parts:
        """Return its HTML elements by id; each replaces the element with that id."""

    def hear(self, message: Message) -> str:
        """Do what the visitor asked for. Return an empty text, or the sentence that says why
        not."""

    @classmethod
    def beat(cls, companions: Sequence[Any]) -> Iterable[Any]:
        """Return those of these widgets, all of this class, that have something new. Called every
        few seconds; it must take as many queries for a thousand as for one."""


class ReadsLater(Protocol):
    """Something with a flag that says that it has to read from the database before it is drawn."""

    is_to_read: bool


U = TypeVar("U", bound=ReadsLater)


@contextmanager
def unread_widgets(companions: Iterable[U]) -> Iterator[list[U]]:
    """Yield those widgets that have something to read, and clear their flags. A poke within the
    block sets the flag again for the next time; if the block raises, all flags are set again."""
    some = [each for each in companions if each.is_to_read]
    for each in some:
        each.is_to_read = False
    try:
        yield some
    except BaseException:
        for each in some:
            each.is_to_read = True
        raise


# Called with the visitor and the names in the page's URL; None if they get no such widget.
Opens = Callable[..., Widget | None]

_opens: defaultdict[str, list[Opens]] = defaultdict(list)
_drawings = count(1)


def register(opens: Opens, place: str) -> None:
    """Have the pages of this place show the widgets that `opens` makes; `EVERYWHERE` means all
    pages."""
    if opens not in _opens[place]:
        _opens[place].append(opens)


def open_widgets(place: str, visitor: Visitor, named: Mapping[str, Any]) -> list[Widget]:
    """Return the widgets of a page of this place. One that cannot be opened is logged and left
    out."""
    found = [_open_widget(opens, visitor, named) for opens in _opens[place] if place]
    found += [_open_widget(opens, visitor, named) for opens in _opens[EVERYWHERE]]
    return [companion for companion in found if companion is not None]


def _open_widget(opens: Opens, visitor: Visitor, named: Mapping[str, Any]) -> Widget | None:
    try:
        return opens(visitor, **named)
    except Exception:
        log.exception("Something is missing beside a page")
        return None


def draw_widgets(place: str, visitor: Visitor, **named: Any) -> Parts:
    """Return the drawn widgets of this place for the HTML of a page, without those that are
    registered for every page."""
    found = [_open_widget(opens, visitor, named) for opens in _opens[place]]
    return {
        name: html
        for companion in found
        if companion is not None
        for name, html in companion.draw().items()
    }


class SocketWidget:
    """A widget on the page of one socket, and what that socket was sent of it."""

    def __init__(self, socket: Socket, companion: Widget) -> None:
        self.socket = socket
        self.companion = companion
        self.topics: Sequence[str] = ()
        self.is_behind = True
        self.begun = 0
        self.sent: Parts = {}

    def draw(self) -> tuple[int, Parts]:
        """Return the number of this drawing and the drawn elements, in the visitor's language."""
        begun = next(_drawings)
        self.is_behind = False  # a poke from now on is left for the next drawing
        with in_language(self.socket.visitor.language):
            return begun, self.companion.draw()

    def message(self, begun: int, parts: Parts) -> str:
        """Return the elements that differ from what was sent, and remember them as sent. Return an
        empty text for a drawing that began before the one that was sent last."""
        if begun < self.begun:
            return ""
        known, self.begun, self.sent = self.sent, begun, parts
        return "".join(replacing(html) for name, html in parts.items() if known.get(name) != html)


class SocketWidgets:
    """The widgets of all sockets of a hub."""

    def __init__(self, start: Callable[[Coroutine[Any, Any, None]], Any]) -> None:
        self._start = start
        self.everyone: set[SocketWidget] = set()
        self.by_topic: defaultdict[str, set[SocketWidget]] = defaultdict(set)
        self._behind: set[SocketWidget] = set()
        self._is_drawing = False

    def join(self, widgets: Iterable[SocketWidget]) -> None:
        """Register the widgets of a socket and have them drawn."""
        for widget in widgets:
            self.everyone.add(widget)
            self._subscribe(widget)
            self.call(widget)

    def leave(self, widgets: Iterable[SocketWidget]) -> None:
        """Forget the widgets of a socket."""
        for widget in widgets:
            self.everyone.discard(widget)
            self._behind.discard(widget)
            self._unsubscribe(widget)

    def _subscribe(self, widget: SocketWidget) -> None:
        """Register the widget for the topics that it has now."""
        topics = tuple(widget.companion.topics)
        if topics != widget.topics:
            self._unsubscribe(widget)
            widget.topics = topics
            for topic in topics:
                self.by_topic[topic].add(widget)

    def _unsubscribe(self, widget: SocketWidget) -> None:
        for topic in widget.topics:
            self.by_topic[topic].discard(widget)
            if not self.by_topic[topic]:
                del self.by_topic[topic]
        widget.topics = ()

    def hear(self, topic: str, stamp: int) -> None:
        """Have the widgets of this topic drawn that say they have something new."""
        for widget in self.by_topic.get(topic, ()):
            if widget.companion.poked(topic, stamp):
                self.call(widget)

    def call(self, widget: SocketWidget) -> None:
        """Have the widget drawn soon, together with all others that are called meanwhile."""
        widget.is_behind = True
        self._behind.add(widget)
        if not self._is_drawing:
            self._is_drawing = True
            self._start(self._draw_outdated())

    async def _draw_outdated(self) -> None:
        """Draw and send all widgets that are behind, until none is."""
        try:
            while self._behind:
                behind, self._behind = self._behind, set()
                for widget, begun, parts in await in_thread(_draw_all, behind):
                    if widget in self.everyone:
                        self._subscribe(widget)
                        await widget.socket.send_widget(widget.message(begun, parts))
        finally:
            self._is_drawing = False

    def companions(self) -> list[Widget]:
        """Return the widgets of all sockets."""
        return [widget.companion for widget in self.everyone]

    def schedule_changed(self, fresh: set[int]) -> None:
        """Have the widgets drawn whose `id()` is in `fresh`, and again those that could not be
        drawn before."""
        for widget in self.everyone:
            if widget.is_behind or id(widget.companion) in fresh:
                self.call(widget)


def _draw_all(widgets: Collection[SocketWidget]) -> list[tuple[SocketWidget, int, Parts]]:
    """Draw the widgets; return each with the number of its drawing and its elements. One that fails
    is logged, stays behind and is left out."""
    _prepare_all(widget.companion for widget in widgets)
    drawn = []
    for widget in widgets:
        try:
            drawn.append((widget, *widget.draw()))
        except Exception:
            widget.is_behind = True
            log.warning("A %s was not drawn", widget.companion.name, exc_info=True)
    return drawn


def _prepare_all(companions: Iterable[Widget]) -> None:
    """Prepare the widgets, class by class. If that fails for a class, each of its widgets loads
    what it needs when it is drawn."""
    for kind, some in by_class(companions).items():
        try:
            kind.prepare(some)
        except Exception:
            log.warning("Every %s is drawn alone", kind.__name__, exc_info=True)
