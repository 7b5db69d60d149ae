"""One visitor cannot take what belongs to all (P14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from queue import SimpleQueue
from typing import Any

import pytest
from pytest_django import Settings
from twisted.internet.abstract import FileDescriptor
from twisted.internet.error import ConnectionLost

from bruno_site.live import wire
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

    def test_in_the_end_the_server_has_its_own_back(self) -> None:
        """Else each would hold the other, and what is sent fill a queue that nobody reads."""
        protocol = Protocol()
        own = vars(protocol).copy()
        with wire.watched(protocol.heard.get, partial(print, protocol)):
            assert set(vars(protocol)) > set(own)
        assert vars(protocol) == own | {"muted": True}


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
