"""All open sockets of a process: one ear and one heartbeat for all of them.

Every process hears every poke, and one for a topic that nobody here looks at costs a look-up: so
no page ever has to join or leave anything outside of its process.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import AbstractEventLoop, Task
from collections import defaultdict
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from channels.layers import get_channel_layer
from django.utils import timezone

from .pages import Page, Pieces
from .threads import in_thread
from .visitors import still_valid

if TYPE_CHECKING:
    from .socket import Socket

log = logging.getLogger(__name__)

BEAT_SECONDS = 4.0
LAYER_SECONDS = 0.5
GROUP = "live"
AT_ONCE = 50

Drawn = tuple["Socket", Pieces]

_hubs: dict[AbstractEventLoop, Hub] = {}


def here() -> Hub:
    """The hub of the running loop, at work from its first mention on."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for stopped in [each for each in _hubs if each.is_closed()]:
            del _hubs[stopped]
        _hubs[loop] = Hub(loop)
    return _hubs[loop]


def all_hubs() -> list[Hub]:
    return list(_hubs.values())


class Hub:
    def __init__(self, loop: AbstractEventLoop) -> None:
        self.loop = loop
        self.sockets: set[Socket] = set()
        self.by_topic: defaultdict[str, set[Socket]] = defaultdict(set)
        self._to_tell: dict[str, int] = {}
        self._busy: set[str] = set()  # topics whose pages are being drawn
        self._tasks: set[Task[None]] = set()
        self._telling: Task[None] | None = None
        self._start(self._listen())
        self._start(self._keep_beating())

    def _start(self, work: Coroutine[Any, Any, None]) -> Task[None]:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Before the loop ends: a subscription that is cancelled with all else may hang."""
        _hubs.pop(self.loop, None)
        if self._telling is not None:
            await asyncio.wait([self._telling], timeout=LAYER_SECONDS)
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=LAYER_SECONDS)

    # Who is here

    def join(self, socket: Socket) -> None:
        self.sockets.add(socket)
        for topic in socket.page.topics:
            self.by_topic[topic].add(socket)

    def leave(self, socket: Socket) -> None:
        self.sockets.discard(socket)
        for topic in socket.page.topics:
            self.by_topic[topic].discard(socket)
            if not self.by_topic[topic]:
                del self.by_topic[topic]

    # Pokes

    def poke(self, topic: str, stamp: int) -> None:
        """From any thread."""
        with suppress(RuntimeError):  # the loop is closed: nobody listens there any more
            self.loop.call_soon_threadsafe(self._pass_on, topic, stamp)

    def _pass_on(self, topic: str, stamp: int) -> None:
        """Here at once; to the other processes as soon as the last pokes are away."""
        self._hear(topic, stamp)
        self._to_tell[topic] = max(stamp, self._to_tell.get(topic, stamp))
        if self._telling is None:
            self._telling = self._start(self._tell())

    async def _tell(self) -> None:
        try:
            while self._to_tell:
                pokes, self._to_tell = list(self._to_tell.items()), {}
                await _soon(_layer().group_send(GROUP, {"type": "poke", "pokes": pokes}))
        except Exception:
            log.warning("Pokes were lost", exc_info=True)
        finally:
            self._telling = None

    async def _listen(self) -> None:
        channel = ""
        while True:
            try:
                channel = channel or await _soon(_layer().new_channel())
                await _soon(_layer().group_add(GROUP, channel))
                while True:
                    message = await _layer().receive(channel)
                    for topic, stamp in message["pokes"]:
                        self._hear(topic, stamp)
            except Exception:
                # The beat still brings every change, only later.
                log.warning("This process hears no pokes", exc_info=True)
                await asyncio.sleep(1)

    def _hear(self, topic: str, stamp: int) -> None:
        sockets = self.by_topic.get(topic)
        if not sockets:
            return
        for socket in sockets:
            socket.page.newest = max(stamp, socket.page.newest)
        if topic not in self._busy and any(each.is_behind for each in sockets):
            self._busy.add(topic)
            self._start(self._catch_up(topic))

    async def _catch_up(self, topic: str) -> None:
        """What is poked meanwhile is drawn in the next round, however often that was."""
        try:
            while behind := [each for each in self.by_topic.get(topic, ()) if each.is_behind]:
                if not await self._show(behind):
                    break
        finally:
            self._busy.discard(topic)

    async def _show(self, sockets: Sequence[Socket]) -> int:
        """Fresh pages, all in one trip. Returns how many could be drawn."""
        drawn = await in_thread(_draw_all, sockets)
        for socket, pieces in drawn:
            await socket.show_if_it_can(pieces)
        return len(drawn)

    # The beat

    async def _keep_beating(self) -> None:
        due = self.loop.time()
        while True:
            due = max(due + BEAT_SECONDS, self.loop.time())
            await asyncio.sleep(due - self.loop.time())
            try:
                await self.beat()
            except Exception:
                log.warning("A beat was missed", exc_info=True)
                await self._show_life(list(self.sockets))

    async def beat(self) -> None:
        sockets = list(self.sockets)
        if not sockets:
            return
        await self._cut_strangers(sockets)
        await in_thread(_beat_of_all, sockets)
        first, *others = _in_batches(sockets)
        await self._show_again(first)
        for some in others:
            # Spread out, so that what people do does not wait for all of it.
            await asyncio.sleep(BEAT_SECONDS / 2 / len(others))
            await self._show_again(some)

    async def _cut_strangers(self, sockets: Sequence[Socket]) -> None:
        visitors = {socket.visitor for socket in sockets}
        valid = await in_thread(still_valid, visitors, timezone.now())
        for socket in sockets:
            if socket.visitor not in valid:
                await socket.cut()

    async def _show_again(self, sockets: Sequence[Socket]) -> None:
        await self._show(list(self.sockets.intersection(sockets)))
        await self._show_life(sockets)

    async def _show_life(self, sockets: Sequence[Socket]) -> None:
        """The line holds, whatever else does not."""
        for socket in self.sockets.intersection(sockets):
            await socket.show_life()


def _layer() -> Any:
    return get_channel_layer()


async def _soon(call: Any) -> Any:
    """A hung Redis must not hang anything else."""
    return await asyncio.wait_for(call, LAYER_SECONDS)


def _in_batches(sockets: Sequence[Socket]) -> Iterator[Sequence[Socket]]:
    for first in range(0, len(sockets), AT_ONCE):
        yield sockets[first : first + AT_ONCE]


def _beat_of_all(sockets: Iterable[Socket]) -> None:
    """Once for each class of page, whatever their number."""
    by_class: defaultdict[type[Page], list[Page]] = defaultdict(list)
    for socket in sockets:
        by_class[type(socket.page)].append(socket.page)
    for kind, pages in by_class.items():
        kind.beat(pages)


def _draw_all(sockets: Iterable[Socket]) -> list[Drawn]:
    """A page that cannot be drawn now keeps what it shows; the next beat tries again."""
    drawn = []
    for socket in sockets:
        try:
            drawn.append((socket, socket.draw()))
        except Exception:
            # Also if it was poked with a stamp that is none.
            socket.page.newest = socket.sent.stamp
            log.warning("A page of %s was not drawn", socket.page.topics, exc_info=True)
    return drawn
