"""One visitor cannot use up what all need (P14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from queue import SimpleQueue
from typing import Any

import pytest
from pytest_django import Settings
from twisted.internet.abstract import FileDescriptor
from twisted.internet.error import ConnectionLost

from bruno_site.live import backpressure
from bruno_site.live.socket import MOST_REFUSED, TOO_MUCH
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
        """Never call the writer: the client is never ready to read."""


class Unread(FileDescriptor):
    """A real transport of the server, to a client that reads nothing."""

    connected = 1
    TLS = False
    takes: int | Exception = 0

    def __init__(self) -> None:
        reactor: Any = Reactor()
        super().__init__(reactor=reactor)
        self.registerProducer(reactor, True)
        self.taken = b""

    def writeSomeData(self, data: bytes) -> int | Exception:  # noqa: N802
        if isinstance(self.takes, int):
            self.taken += data[: self.takes]
            return min(self.takes, len(data))
        return self.takes

    def stopWriting(self) -> None:  # noqa: N802
        """Do nothing: it was never registered for writing."""

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


class TestConnection:
    @pytest.fixture
    def protocol(self) -> Iterator[Protocol]:
        """The protocol in the objects that Daphne passes to the site for receiving and sending."""
        protocol = Protocol()
        with backpressure.bound(protocol.heard.get, partial(print, protocol)):
            yield protocol

    def test_a_client_that_reads_nothing_is_dropped(self, protocol: Protocol) -> None:
        protocol.transport.write(b"x" * UNREAD)
        assert not protocol.is_dropped
        protocol.transport.write(b"x")
        assert protocol.is_dropped

    def test_a_client_that_reads_nothing_is_dropped_after_the_same_amount_of_messages(
        self, protocol: Protocol
    ) -> None:
        protocol.sendData(b"x" * UNREAD)
        assert not protocol.is_dropped
        protocol.sendData(b"x")
        assert protocol.is_dropped

    def test_what_the_connection_takes_is_sent_at_once(self, protocol: Protocol) -> None:
        protocol.transport.takes = 10
        protocol.sendData(b"abc")
        assert (protocol.transport.taken, protocol.transport.waiting) == (b"abc", b"")

    def test_what_it_does_not_take_is_sent_later_in_order(self, protocol: Protocol) -> None:
        line = protocol.transport
        line.takes = 2
        protocol.sendData(b"abc")
        line.takes = 10
        protocol.sendData(b"def")  # the connection takes data again, but something waits
        assert (line.taken, line.waiting) == (b"ab", b"cdef")
        line.doWrite()  # type: ignore[no-untyped-call]
        assert (line.taken, line.waiting) == (b"abcdef", b"")

    def test_data_for_a_broken_connection_is_left_to_the_server(self, protocol: Protocol) -> None:
        protocol.transport.takes = ConnectionLost()
        protocol.sendData(b"abc")
        assert protocol.transport.waiting == b"abc"

    def test_a_message_that_is_too_long_is_cut_to_just_over_the_limit(
        self, protocol: Protocol
    ) -> None:
        protocol.onMessage(b"x" * LONGEST, False)
        protocol.onMessage(b"x" * 120_000, False)
        sizes = [len(protocol.heard.get()[0]) for _ in range(2)]
        assert sizes == [LONGEST, LONGEST + 1]

    def test_a_client_that_sends_faster_than_it_is_handled_is_dropped(
        self, protocol: Protocol
    ) -> None:
        for _ in range(backpressure.MOST_UNHEARD):
            protocol.onMessage(b"{}", False)
        assert not protocol.is_dropped
        protocol.onMessage(b"{}", False)
        assert protocol.is_dropped and protocol.heard.qsize() == backpressure.MOST_UNHEARD

    def test_at_the_end_the_server_has_its_own_methods_back(self) -> None:
        """Otherwise protocol and limits would keep each other in memory, and received messages
        would fill a queue that is no longer read."""
        protocol = Protocol()
        own = vars(protocol).copy()
        with backpressure.bound(protocol.heard.get, partial(print, protocol)):
            assert set(vars(protocol)) > set(own)
        assert vars(protocol) == own | {"muted": True}


class TestPage:
    pytestmark = needs_database

    async def test_a_message_that_is_too_long_is_refused_with_a_sentence(
        self, board: Board
    ) -> None:
        async with line_to(board) as zoe:
            await zoe.hear()
            await zoe.communicator.send_to(text_data=LONG)
            assert "longer than anything one can say here" in await zoe.hear()
            await zoe.communicator.send_to(bytes_data=LONG.encode())
            assert "longer than anything one can say here" in await zoe.hear()
        assert board.stamp == 1

    async def test_a_visitor_who_keeps_sending_too_fast_is_disconnected(
        self, board: Board, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 1, 0
        async with line_to(board) as zoe:
            await zoe.hear()
            for _ in range(MOST_REFUSED + 2):
                await zoe.send(line="a", text="eins")
            await zoe.hears_of("far too much")
            assert await zoe.closed_with() == TOO_MUCH

    async def test_all_pages_of_a_user_share_one_allowance(
        self, board: Board, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 1, 0
        cookie = await in_thread(lambda: cookie_of(UserFactory.create()))
        async with line_to(board) as stranger:
            async with line_to(board, cookie) as first:
                await first.hear()
                await first.send(line="a", text="eins")
                await first.hears_of("eins")
            async with line_to(board, cookie) as another:
                await another.send(line="a", text="zwei")
                await another.hears_of("too fast")
            await stranger.send(line="a", text="drei")
            await stranger.hears_of("drei")
