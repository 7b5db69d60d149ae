"""Opening pages: those who come while others are let in are let in together, in one trip, and
what their pages show is read for all of them at once."""

from __future__ import annotations

from asyncio import Future, get_running_loop
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

from .threads import AWAY, in_thread

if TYPE_CHECKING:
    from .pages import Page
    from .socket import Socket

AT_ONCE: Final = 20  # whoever came first waits for so many

Refused = dict["Socket", Exception]


class Arrivals:
    def __init__(self, start: Callable[[Coroutine[Any, Any, None]], Any]) -> None:
        self._start = start
        self._waiting: dict[Socket, Future[None]] = {}
        self._is_busy = False

    async def open(self, socket: Socket) -> None:
        """Its page, read for the first time. Raises Closed, or whatever went wrong."""
        self._waiting[socket] = opened = get_running_loop().create_future()
        if not self._is_busy:
            self._is_busy = True
            self._start(self._let_in())
        await opened

    async def _let_in(self) -> None:
        try:
            while self._waiting:
                some = {each: self._waiting.pop(each) for each in list(self._waiting)[:AT_ONCE]}
                refused = await in_thread(open_all, list(some))
                for socket, opened in some.items():
                    _answer(opened, refused.get(socket))
        finally:
            self._is_busy = False


def _answer(opened: Future[None], reason: Exception | None) -> None:
    if opened.done():
        return  # they have left meanwhile
    if reason is None:
        opened.set_result(None)
    else:
        opened.set_exception(reason)


def open_all(sockets: Sequence[Socket]) -> Refused:
    """Returns those whose page is not open, and why. One that fails costs the others nothing."""
    refused: Refused = {}
    by_class: defaultdict[type[Page], list[Socket]] = defaultdict(list)
    for socket in sockets:
        try:
            socket.open()
            by_class[type(socket.page)].append(socket)
        except Exception as reason:
            refused[socket] = reason
    for kind, some in by_class.items():
        refused |= _first_beat(kind, some)
    return refused


def _first_beat(kind: type[Page], sockets: Sequence[Socket]) -> Refused:
    try:
        kind.beat([socket.page for socket in sockets])
    except Exception as reason:
        if len(sockets) == 1 or isinstance(reason, AWAY):
            return dict.fromkeys(sockets, reason)
        found = (_first_beat(kind, [socket]) for socket in sockets)
        return {socket: why for refused in found for socket, why in refused.items()}
    return {}
