"""One visitor cannot take what belongs to all (P14)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from queue import SimpleQueue
from typing import Any

import pytest
from pytest_django import Settings
from twisted.internet.abstract import FileDescriptor
from twisted.internet.error import ConnectionLost

from bruno_site.live import hub, wire
from bruno_site.live.crowd import Crowd
from bruno_site.live.socket import MOST_REFUSED, REST, TOO_MUCH
from bruno_site.live.threads import in_thread
from tests.kit.board import Board, cookie_of, line_to
from tests.kit.factories import UserFactory

needs_database = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_beat_by_itself"),
]
LONGEST, UNREAD = 8 * 1024, 256 * 1024
LONG = '{"line": "a", "text": "' + "x" * LONGEST + '"}'


class Reactor:
    def addWriter(self, writer: Any) -> None:  # noqa: N802
        """Nobody is ever ready to read."""


class Unread(FileDescriptor):
    """A real line of the server's, to a visitor who reads nothing."""

    connected = 1
    TLS = False
    takes: int | Exception = 0

    def __init__(self) -> None:
        nobody: Any = Reactor()
        super().__init__(reactor=nobody)
        self.registerProducer(nobody, True)
        self.taken = b""

    def writeSomeData(self, data: bytes) -> int | Exception:  # noqa: N802
        if isinstance(self.takes, int):
            self.taken += data[: self.takes]
            return min(self.takes, len(data))
        return self.takes

    def stopWriting(self) -> None:  # noqa: N802
        """It was never watched."""

    @property
    def waiting(self) -> bytes:
        return self.dataBuffer + b"".join(self._tempDataBuffer)


class Protocol:
    def __init__(self) -> None:
        self.transport = Unread()
        self.heard: SimpleQueue[tuple[bytes, bool]] = SimpleQueue()
        self.send_queue: list[bytes] = []
        self.is_dropped = False

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        self.transport.write(data)

    def _dataReceived(self, data: bytes) -> None:  # noqa: N802
        self.onMessage(data, False)

    def onMessage(self, payload: bytes, is_binary: bool) -> None:  # noqa: N802
        self.heard.put((payload, is_binary))

    def dropConnection(self, abort: bool) -> None:  # noqa: N802
        self.is_dropped = abort


class TestTheWire:
    @pytest.fixture
    def protocol(self) -> Iterator[Protocol]:
        """As Daphne hands it to the site, in what a page sends and receives with."""
        protocol = Protocol()
        with wire.watched(protocol.heard.get, partial(print, protocol)):
            yield protocol

    def test_who_reads_nothing_is_cut(self, protocol: Protocol) -> None:
        protocol.transport.write(b"x" * UNREAD)
        assert not protocol.is_dropped
        protocol.transport.write(b"x")
        assert protocol.is_dropped

    def test_who_reads_nothing_is_cut_after_as_much_that_was_sent(self, protocol: Protocol) -> None:
        protocol.sendData(b"x" * UNREAD)
        assert not protocol.is_dropped
        protocol.sendData(b"x")
        assert protocol.is_dropped

    def test_what_the_line_takes_does_not_wait(self, protocol: Protocol) -> None:
        protocol.transport.takes = 10
        protocol.sendData(b"abc")
        assert (protocol.transport.taken, protocol.transport.waiting) == (b"abc", b"")

    def test_what_it_does_not_take_is_sent_in_its_turn(self, protocol: Protocol) -> None:
        line = protocol.transport
        line.takes = 2
        protocol.sendData(b"abc")
        line.takes = 10
        protocol.sendData(b"def")  # the line is free again, but something waits
        assert (line.taken, line.waiting) == (b"ab", b"cdef")
        line.doWrite()  # type: ignore[no-untyped-call]
        assert (line.taken, line.waiting) == (b"abcdef", b"")

    def test_that_a_line_is_broken_is_for_the_server_to_find(self, protocol: Protocol) -> None:
        protocol.transport.takes = ConnectionLost()
        protocol.sendData(b"abc")
        assert protocol.transport.waiting == b"abc"

    def test_of_what_is_too_long_no_more_is_kept_than_shows_it(self, protocol: Protocol) -> None:
        protocol.onMessage(b"x" * LONGEST, False)
        protocol.onMessage(b"x" * 120_000, False)
        sizes = [len(protocol.heard.get()[0]) for _ in range(2)]
        assert sizes == [LONGEST, LONGEST + 1]

    def test_who_sends_faster_than_anything_can_be_heard_is_cut(self, protocol: Protocol) -> None:
        for _ in range(wire.MOST_UNHEARD):
            protocol.onMessage(b"{}", False)
        assert not protocol.is_dropped
        protocol.onMessage(b"{}", False)
        assert protocol.is_dropped and protocol.heard.qsize() == wire.MOST_UNHEARD


class TestAPage:
    pytestmark = needs_database

    async def test_what_is_too_long_is_refused_in_a_sentence(self, board: Board) -> None:
        async with line_to(board) as zoe:
            await zoe.hear()
            await zoe.communicator.send_to(text_data=LONG)
            assert "longer than anything one can say here" in await zoe.hear()
            await zoe.communicator.send_to(bytes_data=LONG.encode())
            assert "longer than anything one can say here" in await zoe.hear()
        assert board.stamp == 1

    async def test_who_does_not_stop_is_sent_away(self, board: Board, settings: Settings) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 1, 0
        async with line_to(board) as zoe:
            await zoe.hear()
            for _ in range(MOST_REFUSED + 2):
                await zoe.send(line="a", text="eins")
            await zoe.hears_of("far too much")
            assert await zoe.closed_with() == TOO_MUCH

    async def test_what_somebody_may_say_is_the_same_for_all_their_pages(
        self, board: Board, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 1, 0
        cookie = await in_thread(lambda: cookie_of(UserFactory.create()))
        async with line_to(board) as nobody:
            async with line_to(board, cookie) as first:
                await first.hear()
                await first.send(line="a", text="eins")
                await first.hears_of("eins")
            async with line_to(board, cookie) as another:
                await another.send(line="a", text="zwei")
                await another.hears_of("too fast")
            await nobody.send(line="a", text="drei")
            await nobody.hears_of("drei")


class TestPages:
    pytestmark = needs_database

    @pytest.fixture(autouse=True)
    def few(self, settings: Settings) -> Iterator[None]:
        settings.PAGES_A_PERSON, settings.PAGES_AN_ADDRESS = 2, 4
        yield

    async def test_the_page_that_was_used_longest_ago_rests(self, board: Board) -> None:
        cookie = await in_thread(lambda: cookie_of(UserFactory.create()))
        async with line_to(board, cookie) as first, line_to(board, cookie) as second:
            await first.hear()
            await second.hear()
            await first.send(line="a", text="eins")
            await first.hears_of("eins")
            async with line_to(board, cookie) as third:
                await third.hear()
                await second.hears_of("this one rests")
                assert await second.closed_with() == REST
                await first.send(line="a", text="zwei")
                await first.hears_of("zwei")
            assert len(hub.here().sockets) == 1

    async def test_other_people_are_not_counted(self, board: Board) -> None:
        cookies = [await in_thread(lambda: cookie_of(UserFactory.create())) for _ in range(3)]
        async with AsyncExitStack() as stack:
            for cookie in (*cookies, b""):
                line = await stack.enter_async_context(line_to(board, cookie))
                assert 'id="board"' in await line.hear()
            assert len(hub.here().sockets) == 4

    async def test_an_address_has_so_many_and_the_next_must_ask(self, board: Board) -> None:
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(line_from(board)) for _ in range(5)]
            *others, last = lines
            assert "brought up to date less often" in await last.hear()
            assert await last.closed_with() == REST
            elsewhere = await stack.enter_async_context(line_from(board, "203.0.113.10"))
            for line in (*others, elsewhere):
                assert 'id="board"' in await line.hear()
            here = hub.here()
        assert not here.crowd.from_address and not here.crowd.of_person

    async def test_behind_a_proxy_that_does_not_tell_nobody_is_counted(
        self, board: Board, settings: Settings
    ) -> None:
        settings.CLIENT_ADDRESS_HEADER = "X-Real-IP"
        async with AsyncExitStack() as stack:
            for _ in range(5):
                line = await stack.enter_async_context(line_from(board))
                assert 'id="board"' in await line.hear()


def line_from(board: Board, address: str = "203.0.113.9") -> Any:
    return line_to(board, client=address)


async def most_inside(crowd: Crowd, address: str) -> int:
    """Of five who come at once."""
    inside: list[int] = []
    most = 0

    async def come() -> None:
        nonlocal most
        async with crowd.turn_of(address):
            inside.append(1)
            most = max(most, len(inside))
            await asyncio.sleep(0)
            inside.pop()

    await asyncio.gather(*(come() for _ in range(5)))
    return most


class TestOpening:
    async def test_pages_of_one_address_are_opened_one_after_the_other(self) -> None:
        assert await most_inside(Crowd(), "203.0.113.9") == 1

    async def test_of_no_address_all_at_once(self) -> None:
        assert await most_inside(Crowd(), "") == 5

    async def test_nothing_is_kept_of_it(self) -> None:
        crowd = Crowd()
        await most_inside(crowd, "203.0.113.9")
        async with asyncio.timeout(5):
            while crowd.opening:
                crowd.forget_the_calm()
                await asyncio.sleep(0.01)


class TestHandshakes:
    def test_an_address_comes_so_often_and_no_more(self, settings: Settings) -> None:
        settings.HANDSHAKES_AT_ONCE, settings.HANDSHAKES_A_SECOND = 3, 0
        crowd = Crowd()
        assert [crowd.may_come("203.0.113.9") for _ in range(5)] == [True] * 3 + [False] * 2
        assert crowd.may_come("203.0.113.10") and crowd.may_come("")

    def test_who_has_not_come_for_a_while_is_forgotten(self, settings: Settings) -> None:
        settings.HANDSHAKES_AT_ONCE, settings.HANDSHAKES_A_SECOND = 3, 0
        crowd = Crowd()
        crowd.may_come("203.0.113.9")
        crowd.forget_the_calm()
        assert crowd.coming.keys() == {"203.0.113.9"}
        crowd.coming["203.0.113.9"].left = 3
        crowd.forget_the_calm()
        assert not crowd.coming

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.usefixtures("no_beat_by_itself")
    async def test_who_comes_too_often_is_not_let_in(
        self, board: Board, settings: Settings
    ) -> None:
        settings.HANDSHAKES_AT_ONCE = settings.HANDSHAKES_A_SECOND = 0
        with pytest.raises(AssertionError):
            async with line_from(board):
                pass
        await hub.here().close()

    def test_in_the_end_the_server_has_its_own_back(self) -> None:
        """Else each would hold the other, and what is sent fill a queue that nobody reads."""
        protocol = Protocol()
        own = vars(protocol).copy()
        with wire.watched(protocol.heard.get, partial(print, protocol)):
            assert set(vars(protocol)) > set(own)
        assert vars(protocol) == own | {"muted": True}
