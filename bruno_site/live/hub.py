"""All open sockets of a process, with one subscription to pokes and one heartbeat for all of them.

Every process receives every poke. A poke for a topic that no page of this process shows costs one
look-up, so no page ever has to subscribe or unsubscribe outside of its own process.
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

from .heartbeat import Drawn, draw_all, in_batches, pages_to_draw, raise_stamp, run_beat
from .page_opening import PageOpener
from .quotas import PageQuotas
from .threads import in_thread
from .widgets import SocketWidgets

if TYPE_CHECKING:
    from .socket import Socket

log = logging.getLogger(__name__)

BEAT_SECONDS = 4.0
RETRY_SECONDS = 1.0  # the next heartbeat after a failure comes sooner: someone waits for it
LAYER_SECONDS = 0.5  # a Redis that hangs must not hang anything else
# Every process reads each message, so all pokes within this time go in one.
PUBLISH_SECONDS = 0.05
GROUP = "live"
# The pages of a topic are drawn together with that of the player who acted, unless there are more
# than this: the player waits for all of them. More than sit at a table.
MOST_DRAWN_TOGETHER = 12

Poke = tuple[str, int]
_layer: Callable[[], Any] = get_channel_layer

pauses: dict[str, float] = {}  # by topic: see topics.limit_drawings
poke_callbacks: dict[str, Callable[[], None]] = {}  # by topic: see topics.on_poke
_hubs: dict[AbstractEventLoop, Hub] = {}
# Of this thread, within Hub.draw_others_too: the hub that collects its pokes, and those pokes.
_collected = local()


def running_hub(*, only_pokes: bool = False) -> Hub:
    """Return the hub of the running event loop; the first call starts it.

    With `only_pokes` a new hub only sends pokes: it neither receives any nor beats, for a process
    in which no page is ever open.
    """
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for stopped in [each for each in _hubs if each.is_closed()]:
            del _hubs[stopped]
        _hubs[loop] = Hub(loop, only_pokes=only_pokes)
    return _hubs[loop]


def all_hubs() -> list[Hub]:
    """Return the hubs of all event loops of this process."""
    return list(_hubs.values())


class Hub:
    """All open sockets of one event loop: it hears pokes and has outdated pages drawn and sent."""

    def __init__(self, loop: AbstractEventLoop, *, only_pokes: bool) -> None:
        self.loop = loop
        self.name = token_hex(8)
        self.sockets: set[Socket] = set()
        self.by_topic: defaultdict[str, set[Socket]] = defaultdict(set)
        self.by_unstamped_topic: defaultdict[str, set[Socket]] = defaultdict(set)
        self._pokes_while_opening: dict[Socket, dict[str, int]] = {}
        self._unsent_pokes: dict[str, int] = {}
        self._topics_being_drawn: set[str] = set()
        self._tasks: set[Task[None]] = set()
        self._publishing: Task[None] | None = None
        self.beat_wanted = asyncio.Event()
        self.arrivals = PageOpener(self._start)
        self.company = SocketWidgets(self._start)
        self.crowd = PageQuotas()
        if not only_pokes:
            self._start(self._receive_pokes())
            self._start(self._beat_forever())

    def _start(self, work: Coroutine[Any, Any, None]) -> Task[None]:
        """Run the coroutine as a task, and keep a reference to it until it is done."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Stop the hub before its loop ends. A subscription to Redis that is cancelled together
        with all other tasks may hang."""
        _hubs.pop(self.loop, None)
        if self._publishing is not None:
            await asyncio.wait([self._publishing], timeout=LAYER_SECONDS)
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=LAYER_SECONDS)

    @contextmanager
    def collect_pokes_for(self, socket: Socket) -> Iterator[None]:
        """Collect pokes for a socket while its page is being opened. Its topics are not known yet,
        and what it reads may be outdated before it joins: `join` then delivers what was poked
        meanwhile."""
        self._pokes_while_opening[socket] = {}
        try:
            yield
        finally:
            del self._pokes_while_opening[socket]

    def join(self, socket: Socket) -> None:
        """Register the socket for its page's topics, then handle the pokes that came while its page
        was being opened."""
        self._subscribe(socket)
        topics = {topic for topic, _index in self._subscriptions_of(socket)}
        for topic, stamp in self._pokes_while_opening[socket].items():
            if topic in topics:
                self._handle_poke(topic, stamp)

    def _subscribe(self, socket: Socket) -> None:
        self.sockets.add(socket)
        for topic, index in self._subscriptions_of(socket):
            index[topic].add(socket)
        self.company.join(socket.beside)
        self.crowd.join(socket)

    def leave(self, socket: Socket) -> None:
        """Forget the socket, its widgets and its place in the quotas."""
        self.sockets.discard(socket)
        for topic, index in self._subscriptions_of(socket):
            index[topic].discard(socket)
            if not index[topic]:
                del index[topic]
        self.company.leave(socket.beside)
        self.crowd.leave(socket)

    def _subscriptions_of(
        self, socket: Socket
    ) -> Iterator[tuple[str, defaultdict[str, set[Socket]]]]:
        """Yield each topic of the socket's page with the index that it belongs in."""
        yield from ((topic, self.by_topic) for topic in socket.page.topics)
        yield from ((topic, self.by_unstamped_topic) for topic in socket.page.unstamped_topics)

    # Pokes: topics that have changed

    def poke(self, topic: str, stamp: int) -> None:
        """Announce that a topic has reached `stamp`. Safe from any thread. Inside
        `draw_others_too` the poke is only collected; otherwise the loop handles it."""
        if getattr(_collected, "hub", None) is self:
            _collected.pokes.append((topic, stamp))
        else:
            self._call_on_loop(self._handle_local_poke, topic, stamp)

    def _call_on_loop(self, act: Callable[..., object], *args: Any) -> None:
        """Run the function on the hub's loop, from any thread."""
        with suppress(RuntimeError):  # the loop is closed: it has no pages any more
            self.loop.call_soon_threadsafe(act, *args)

    @contextmanager
    def draw_others_too(self, socket: Socket) -> Iterator[None]:
        """Collect the pokes that this thread makes within the block. At its end, draw the pages of
        the few other sockets that show these topics in the same thread, then send those and pass
        the pokes on. This happens even if the block raises or the socket has closed meanwhile, so
        that the others are told."""
        _collected.hub, _collected.pokes = self, []
        try:
            yield
        finally:
            _collected.hub, pokes = None, _collected.pokes
            if pokes:
                drawn = draw_all(list(self._others_to_draw(pokes, socket)))
                self._call_on_loop(lambda: self._start(self._send_then_poke(pokes, drawn, socket)))

    def _others_to_draw(self, pokes: Sequence[Poke], sender: Socket) -> Iterator[Socket]:
        """Raise the stamps of all pages of the topics and yield those that are now behind, without
        the sender's. Topics with a pause or with too many sockets are left to the loop."""
        for topic, stamp in pokes:
            sockets = list(self.by_topic.get(topic, ()))
            if topic in pauses or len(sockets) > MOST_DRAWN_TOGETHER:
                continue
            for socket in sockets:
                raise_stamp(socket.page, stamp)
                if socket is not sender and socket.is_behind:
                    yield socket

    async def _send_then_poke(self, pokes: list[Poke], drawn: list[Drawn], sender: Socket) -> None:
        await self._send_drawn(drawn)
        for topic, stamp in pokes:
            self._handle_local_poke(topic, stamp, sender)

    def _handle_local_poke(self, topic: str, stamp: int, sender: Socket | None = None) -> None:
        """Handle a poke of this process here at once, and have it published to the other processes
        as soon as the previous pokes have been sent."""
        self._handle_poke(topic, stamp, sender)
        self._unsent_pokes[topic] = max(stamp, self._unsent_pokes.get(topic, stamp))
        if self._publishing is None:
            self._publishing = self._start(self._publish_pokes())

    async def _publish_pokes(self) -> None:
        """Send the collected pokes to all processes until none is left. If that fails the pokes are
        lost, and the heartbeats of the other processes find the changes."""
        try:
            while self._unsent_pokes:
                pokes, self._unsent_pokes = list(self._unsent_pokes.items()), {}
                message = {"type": "poke", "pokes": pokes, "by": self.name}
                await asyncio.wait_for(_layer().group_send(GROUP, message), LAYER_SECONDS)
                await asyncio.sleep(PUBLISH_SECONDS)
        except Exception:
            log.warning("Pokes were lost", exc_info=True)
        finally:
            self._publishing = None

    async def _receive_pokes(self) -> None:
        """Handle the pokes of other processes for ever, subscribing again after every failure."""
        channel = ""
        while True:
            try:
                async with asyncio.timeout(LAYER_SECONDS):
                    channel = channel or await _layer().new_channel()
                    await _layer().group_add(GROUP, channel)
                while True:
                    message = await _layer().receive(channel)
                    is_ours = message.get("by") == self.name  # handled before it was sent
                    for topic, stamp in () if is_ours else message["pokes"]:
                        self._handle_poke(topic, stamp)
            except Exception:
                # The heartbeat still finds every change, only later.
                log.warning("This process hears no pokes", exc_info=True)
                await asyncio.sleep(1)

    def _handle_poke(self, topic: str, stamp: int, sender: Socket | None = None) -> None:
        """Raise the stamps of the topic's pages and start to draw those that are behind. The page
        of the sender, if there is one, needs no drawing here: it is drawn for the message that it
        sent."""
        for pokes in self._pokes_while_opening.values():
            pokes[topic] = max(stamp, pokes.get(topic, stamp))
        if topic in poke_callbacks:
            poke_callbacks[topic]()
        self.company.hear(topic, stamp)
        if topic in self.by_unstamped_topic:
            self._start(self._beat_early(list(self.by_unstamped_topic[topic])))
        sockets = self.by_topic.get(topic, set())
        for socket in sockets:
            raise_stamp(socket.page, stamp)
        is_behind = any(each.is_behind for each in sockets if each is not sender)
        if is_behind and topic not in self._topics_being_drawn:
            self._topics_being_drawn.add(topic)
            self._start(self._draw_until_current(topic))

    async def _beat_early(self, sockets: Sequence[Socket]) -> None:
        """Bring the heartbeat of these pages forward, because of something without a stamp: only a
        heartbeat finds that, and waiting for the next one would take too long."""
        try:
            fresh = await in_thread(pages_to_draw, sockets)
            await self._draw_and_send(list(self.sockets.intersection(fresh)))
        except Exception:
            log.warning("Pages were not stirred", exc_info=True)

    async def _draw_until_current(self, topic: str) -> None:
        """Draw and send all pages of the topic that are behind, until none is. What is poked
        meanwhile, however often, is drawn in the next round."""
        try:
            while behind := [each for each in self.by_topic.get(topic, ()) if each.is_behind]:
                if not await self._draw_and_send(behind):
                    break
                if topic in pauses:
                    await asyncio.sleep(pauses[topic])
        finally:
            self._topics_being_drawn.discard(topic)

    async def _draw_and_send(self, sockets: Sequence[Socket]) -> int:
        """Draw the pages of these sockets, all in one piece of work in a thread, and send them.
        Return how many could be drawn."""
        drawn = await in_thread(draw_all, sockets)
        await self._send_drawn(drawn)
        return len(drawn)

    async def _send_drawn(self, drawn: Sequence[Drawn]) -> None:
        for socket, pieces in drawn:
            await socket.show_if_it_can(pieces)

    # Heartbeats

    async def _beat_forever(self) -> None:
        """Beat every `BEAT_SECONDS`, or `RETRY_SECONDS` after `beat_wanted` was set. A heartbeat
        that fails is repeated early, and the pages are still told that the server is there."""
        due = self.loop.time()
        while True:
            due = max(due + BEAT_SECONDS, self.loop.time())
            with suppress(TimeoutError):
                await asyncio.wait_for(self.beat_wanted.wait(), due - self.loop.time())
                await asyncio.sleep(RETRY_SECONDS)
                due = self.loop.time()
            self.beat_wanted.clear()
            try:
                await self.beat()
            except Exception:
                self.beat_wanted.set()
                log.warning("A beat was missed", exc_info=True)
                await self._send_heartbeats(list(self.sockets))

    async def beat(self) -> None:
        """Do one heartbeat: close the sockets of visitors who may not act any longer, and draw
        again every page and widget that has missed something."""
        self.crowd.forget_unused()
        sockets, companions = list(self.sockets), self.company.companions()
        if not sockets:
            return
        strangers, fresh, changed_widgets = await in_thread(run_beat, sockets, companions)
        for socket in strangers:
            await socket.cut()
        self.company.schedule_changed(changed_widgets)
        first, *others = in_batches(sockets)
        await self._refresh(first, fresh)
        for batch in others:
            # Spread out, so that what players do does not wait for all of it.
            await asyncio.sleep(BEAT_SECONDS / 2 / len(others))
            await self._refresh(batch, fresh)

    async def _refresh(self, sockets: Sequence[Socket], fresh: set[Socket]) -> None:
        """Draw those of the sockets that are in `fresh`, and show all of them that the connection
        is alive."""
        if to_draw := self.sockets.intersection(sockets) & fresh:
            await self._draw_and_send(list(to_draw))
        await self._send_heartbeats(sockets)

    async def _send_heartbeats(self, sockets: Sequence[Socket]) -> None:
        """Show each page that has received nothing for a while that its connection is alive, even
        when nothing can be drawn."""
        for socket in self.sockets.intersection(sockets):
            await socket.send_heartbeat()
