"""All open sockets of a process: one ear and one heartbeat for all of them.

Every process hears every poke, and one for a topic that nobody here looks at costs a look-up: so
no page ever has to join or leave anything outside of its process.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import AbstractEventLoop, Task
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from secrets import token_hex
from threading import local
from typing import TYPE_CHECKING, Any

from channels.layers import get_channel_layer

from .arrivals import Arrivals
from .beside import Company
from .crowd import Crowd
from .rounds import Drawn, beat_of_all, draw_all, in_batches, tell, whole_beat
from .threads import in_thread

if TYPE_CHECKING:
    from .socket import Socket

log = logging.getLogger(__name__)

BEAT_SECONDS = 4.0
AGAIN_SECONDS = 1.0  # where something could not be drawn, somebody waits for it
LAYER_SECONDS = 0.5  # a hung Redis must not hang anything else
TELL_SECONDS = 0.05  # every process reads each message: what is poked meanwhile goes in one
GROUP = "live"
MOST_ALONG = 12  # more than sit at a table; whoever pressed something waits for so many drawings

Poke = tuple[str, int]
_layer: Callable[[], Any] = get_channel_layer

pauses: dict[str, float] = {}  # by topic: see topics.gather
deeds: dict[str, Callable[[], None]] = {}  # by topic: see topics.whenever
_hubs: dict[AbstractEventLoop, Hub] = {}
_trip = local()  # of this thread: which hub sees to the pokes itself, and those there were


def here(*, only_tells: bool = False) -> Hub:
    """The hub of the running loop, at work from its first mention on. Where no page will ever be
    open it need not listen."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for stopped in [each for each in _hubs if each.is_closed()]:
            del _hubs[stopped]
        _hubs[loop] = Hub(loop, only_tells=only_tells)
    return _hubs[loop]


def all_hubs() -> list[Hub]:
    return list(_hubs.values())


class Hub:
    def __init__(self, loop: AbstractEventLoop, *, only_tells: bool) -> None:
        self.loop = loop
        self.name = token_hex(8)
        self.sockets: set[Socket] = set()
        self.by_topic: defaultdict[str, set[Socket]] = defaultdict(set)
        self.by_stir: defaultdict[str, set[Socket]] = defaultdict(set)
        self._overheard: dict[Socket, dict[str, int]] = {}  # while their pages are being opened
        self._to_tell: dict[str, int] = {}
        self._busy: set[str] = set()  # topics whose pages are being drawn
        self._tasks: set[Task[None]] = set()
        self._telling: Task[None] | None = None
        self.beat_wanted = asyncio.Event()
        self.arrivals = Arrivals(self._start)
        self.company = Company(self._start)
        self.crowd = Crowd()
        for always in () if only_tells else (self._listen, self._keep_beating):
            self._start(always())

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

    @contextmanager
    def awaiting(self, socket: Socket) -> Iterator[None]:
        """Its topics are not known before the page is opened, and what it read then may be
        overtaken before it joins: what is poked meanwhile it hears on joining."""
        self._overheard[socket] = {}
        try:
            yield
        finally:
            del self._overheard[socket]

    def join(self, socket: Socket) -> None:
        self._join(socket)
        ears = {topic for topic, _listening in self._ears_of(socket)}
        for topic, stamp in self._overheard[socket].items():
            if topic in ears:
                self._hear(topic, stamp)

    def _join(self, socket: Socket) -> None:
        self.sockets.add(socket)
        for topic, listening in self._ears_of(socket):
            listening[topic].add(socket)
        self.company.join(socket.beside)
        self.crowd.join(socket)

    def leave(self, socket: Socket) -> None:
        self.sockets.discard(socket)
        for topic, listening in self._ears_of(socket):
            listening[topic].discard(socket)
            if not listening[topic]:
                del listening[topic]
        self.company.leave(socket.beside)
        self.crowd.leave(socket)

    def _ears_of(self, socket: Socket) -> Iterator[tuple[str, defaultdict[str, set[Socket]]]]:
        yield from ((topic, self.by_topic) for topic in socket.page.topics)
        yield from ((topic, self.by_stir) for topic in socket.page.stirs)

    # Pokes

    def poke(self, topic: str, stamp: int) -> None:
        """From any thread."""
        if getattr(_trip, "hub", None) is self:
            _trip.pokes.append((topic, stamp))
        else:
            self._on_loop(self._pass_on, topic, stamp)

    def _on_loop(self, act: Callable[..., object], *args: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens there any more
            self.loop.call_soon_threadsafe(act, *args)

    @contextmanager
    def one_trip(self, socket: Socket) -> Iterator[None]:
        """What is poked within, by this thread, is drawn in the same trip for the few others who
        look at it. Whatever becomes of the socket meanwhile: they are told."""
        _trip.hub, _trip.pokes = self, []
        try:
            yield
        finally:
            _trip.hub, pokes = None, _trip.pokes
            if pokes:
                drawn = draw_all(list(self._along(pokes, socket)))
                self._on_loop(lambda: self._start(self._show_along(pokes, drawn, socket)))

    def _along(self, pokes: Sequence[Poke], teller: Socket) -> Iterator[Socket]:
        for topic, stamp in pokes:
            sockets = list(self.by_topic.get(topic, ()))
            if topic in pauses or len(sockets) > MOST_ALONG:
                continue
            for socket in sockets:
                tell(socket.page, stamp)
                if socket is not teller and socket.is_behind:
                    yield socket

    async def _show_along(self, pokes: list[Poke], drawn: list[Drawn], teller: Socket) -> None:
        await self._send(drawn)
        for topic, stamp in pokes:
            self._pass_on(topic, stamp, teller)

    def _pass_on(self, topic: str, stamp: int, teller: Socket | None = None) -> None:
        """Here at once; to the other processes as soon as the last pokes are away."""
        self._hear(topic, stamp, teller)
        self._to_tell[topic] = max(stamp, self._to_tell.get(topic, stamp))
        if self._telling is None:
            self._telling = self._start(self._tell())

    async def _tell(self) -> None:
        try:
            while self._to_tell:
                pokes, self._to_tell = list(self._to_tell.items()), {}
                message = {"type": "poke", "pokes": pokes, "by": self.name}
                await asyncio.wait_for(_layer().group_send(GROUP, message), LAYER_SECONDS)
                await asyncio.sleep(TELL_SECONDS)
        except Exception:
            log.warning("Pokes were lost", exc_info=True)
        finally:
            self._telling = None

    async def _listen(self) -> None:
        channel = ""
        while True:
            try:
                async with asyncio.timeout(LAYER_SECONDS):
                    channel = channel or await _layer().new_channel()
                    await _layer().group_add(GROUP, channel)
                while True:
                    message = await _layer().receive(channel)
                    is_ours = message.get("by") == self.name  # heard when it was passed on
                    for topic, stamp in () if is_ours else message["pokes"]:
                        self._hear(topic, stamp)
            except Exception:
                # The beat still brings every change, only later.
                log.warning("This process hears no pokes", exc_info=True)
                await asyncio.sleep(1)

    def _hear(self, topic: str, stamp: int, teller: Socket | None = None) -> None:
        """The page of the teller, if there is one, is drawn for what was pressed there."""
        for overheard in self._overheard.values():
            overheard[topic] = max(stamp, overheard.get(topic, stamp))
        if topic in deeds:
            deeds[topic]()
        self.company.hear(topic, stamp)
        if topic in self.by_stir:
            self._start(self._stir(list(self.by_stir[topic])))
        sockets = self.by_topic.get(topic, set())
        for socket in sockets:
            tell(socket.page, stamp)
        is_behind = any(each.is_behind for each in sockets if each is not teller)
        if is_behind and topic not in self._busy:
            self._busy.add(topic)
            self._start(self._catch_up(topic))

    async def _stir(self, sockets: Sequence[Socket]) -> None:
        """What has no stamp is found by a beat, and this one need not be waited for."""
        try:
            fresh = await in_thread(beat_of_all, sockets)
            await self._show(list(self.sockets.intersection(fresh)))
        except Exception:
            log.warning("Pages were not stirred", exc_info=True)

    async def _catch_up(self, topic: str) -> None:
        """What is poked meanwhile is drawn in the next round, however often that was."""
        try:
            while behind := [each for each in self.by_topic.get(topic, ()) if each.is_behind]:
                if not await self._show(behind):
                    break
                if topic in pauses:
                    await asyncio.sleep(pauses[topic])
        finally:
            self._busy.discard(topic)

    async def _show(self, sockets: Sequence[Socket]) -> int:
        """Fresh pages, all in one trip. Returns how many could be drawn."""
        drawn = await in_thread(draw_all, sockets)
        await self._send(drawn)
        return len(drawn)

    async def _send(self, drawn: Sequence[Drawn]) -> None:
        for socket, pieces in drawn:
            await socket.show_if_it_can(pieces)

    # The beat

    async def _keep_beating(self) -> None:
        due = self.loop.time()
        while True:
            due = max(due + BEAT_SECONDS, self.loop.time())
            with suppress(TimeoutError):
                await asyncio.wait_for(self.beat_wanted.wait(), due - self.loop.time())
                await asyncio.sleep(AGAIN_SECONDS)
                due = self.loop.time()
            self.beat_wanted.clear()
            try:
                await self.beat()
            except Exception:
                self.beat_wanted.set()
                log.warning("A beat was missed", exc_info=True)
                await self._show_life(list(self.sockets))

    async def beat(self) -> None:
        self.crowd.forget_the_calm()
        sockets, companions = list(self.sockets), self.company.companions()
        if not sockets:
            return
        strangers, fresh, beside = await in_thread(whole_beat, sockets, companions)
        for socket in strangers:
            await socket.cut()
        self.company.call_those(beside)
        first, *others = in_batches(sockets)
        await self._show_again(first, fresh)
        for some in others:
            # Spread out, so that what people do does not wait for all of it.
            await asyncio.sleep(BEAT_SECONDS / 2 / len(others))
            await self._show_again(some, fresh)

    async def _show_again(self, sockets: Sequence[Socket], fresh: set[Socket]) -> None:
        if to_draw := self.sockets.intersection(sockets) & fresh:
            await self._show(list(to_draw))
        await self._show_life(sockets)

    async def _show_life(self, sockets: Sequence[Socket]) -> None:
        """The line holds, whatever else does not."""
        for socket in self.sockets.intersection(sockets):
            await socket.show_life()
