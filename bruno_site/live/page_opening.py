"""Opening pages together: the pages that are asked for while others are being opened are opened
next, all in one piece of work in a thread, and what they show is read for all of them at once."""

from __future__ import annotations

from asyncio import Future, get_running_loop
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

from .threads import AWAY, in_thread

if TYPE_CHECKING:
    from .page import Page
    from .socket import Socket

AT_ONCE: Final = 20  # the first of them waits for all

Refused = dict["Socket", Exception]


class PageOpener:
    """The sockets of a hub that wait for their pages to be opened."""

    def __init__(self, start: Callable[[Coroutine[Any, Any, None]], Any]) -> None:
        self._start = start
        self._waiting: dict[Socket, Future[None]] = {}
        self._is_opening = False

    async def open(self, socket: Socket) -> None:
        """Open the socket's page and read it for the first time. Raise Closed, or whatever went
        wrong."""
        self._waiting[socket] = opened = get_running_loop().create_future()
        if not self._is_opening:
            self._is_opening = True
            self._start(self._open_waiting())
        await opened

    async def _open_waiting(self) -> None:
        """Open the pages of all waiting sockets, some at a time, until none waits."""
        try:
            while self._waiting:
                batch = {each: self._waiting.pop(each) for each in list(self._waiting)[:AT_ONCE]}
                refused = await in_thread(open_all, list(batch))
                for socket, opened in batch.items():
                    _resolve(opened, refused.get(socket))
        finally:
            self._is_opening = False


def _resolve(opened: Future[None], reason: Exception | None) -> None:
    """End the wait for a page, with the reason why it is not open, if there is one."""
    if opened.done():
        return  # the visitor has left meanwhile
    if reason is None:
        opened.set_result(None)
    else:
        opened.set_exception(reason)


def open_all(sockets: Sequence[Socket]) -> Refused:
    """Open the pages of these sockets; return those whose page is not open, and why. One that fails
    does not affect the others."""
    refused: Refused = {}
    by_class: defaultdict[type[Page], list[Socket]] = defaultdict(list)
    for socket in sockets:
        try:
            socket.open()
            by_class[type(socket.page)].append(socket)
        except Exception as reason:
            refused[socket] = reason
    for kind, batch in by_class.items():
        refused |= _first_beat(kind, batch)
    return refused


def _first_beat(kind: type[Page], sockets: Sequence[Socket]) -> Refused:
    """Do the first heartbeat of these pages, all of one class; return those that failed, and why.
    If it fails for all together, each is tried alone, unless the database is away: then each would
    only wait for it again."""
    try:
        kind.beat([socket.page for socket in sockets])
    except Exception as reason:
        if len(sockets) == 1 or isinstance(reason, AWAY):
            return dict.fromkeys(sockets, reason)
        found = (_first_beat(kind, [socket]) for socket in sockets)
        return {socket: why for refused in found for socket, why in refused.items()}
    return {}
