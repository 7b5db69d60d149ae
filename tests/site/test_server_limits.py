"""A request arrives within its limits, or its connection is closed."""

from __future__ import annotations

import subprocess
import sys
import weakref
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest
from daphne.ws_protocol import WebSocketFactory
from twisted.internet.protocol import Protocol
from twisted.web.http import Request

from bruno_site import server_limits
from bruno_site.server_limits import MOST_BESIDE, SECONDS, SILENT_SECONDS, Channel, SocketLine
from scripts import compose
from tests.kit.server_line import HANDSHAKE, HEAD, Line, Wire

PRINT_PROTOCOLS = """
import bruno_site.server as it
from daphne.http_protocol import HTTPFactory, WebRequest
lines = (HTTPFactory.protocol, WebRequest, it.WebSocketFactory.protocol)
print(*(each.__module__ for each in lines))
"""


@pytest.mark.parametrize("said", [HEAD, HEAD + b"\r\n"], ids=["its head", "its body"])
def test_a_request_that_comes_byte_by_byte_is_cut_off(said: bytes) -> None:
    line = Line()
    line.come(said)
    for _second in range(SECONDS - 1):
        line.come(b"x", seconds=1)
    assert not line.is_closed
    line.come(b"x", seconds=1)
    assert line.is_closed


def test_a_silent_connection_is_closed_after_its_own_limit() -> None:
    line = Line()
    line.clock.advance(SILENT_SECONDS - 1)
    assert not line.is_closed
    line.clock.advance(1)
    assert line.is_closed


def test_every_request_of_a_connection_has_the_same_time_limit() -> None:
    line = Line()
    for _request in range(3):
        line.come(HEAD, seconds=SECONDS - 1)
        line.come(b"\r\n" + b"x" * 90, seconds=SILENT_SECONDS - 1)
        assert not line.is_closed
    assert line.said().count(b"200 OK") == 3


def test_an_answer_may_take_as_long_as_it_takes() -> None:
    line = Line()
    line.channel.requestFactory = type("Slow", (Request,), {"process": lambda self: None})
    line.come(HEAD + b"\r\n" + b"x" * 90, seconds=10 * SILENT_SECONDS)
    assert not line.is_closed


def test_the_server_uses_the_limited_protocols() -> None:
    asked = (sys.executable, "-c", PRINT_PROTOCOLS)
    said = subprocess.run(asked, cwd=compose.ROOT, check=True, capture_output=True, text=True)
    assert said.stdout.split() == [Channel.__module__] * 3


def test_only_the_allowed_size_of_a_request_is_kept(settings: Any) -> None:
    settings.LARGEST_REQUEST = 50
    kept = []

    class Kept(server_limits.Request):
        def process(self) -> None:
            kept.append((self.content.read(), self.requestHeaders.getRawHeaders("content-length")))

    line = Line()
    line.channel.requestFactory = Kept
    line.channel.factory.server = SimpleNamespace(protocol_connected=lambda _request: None)
    line.come(HEAD + b"\r\n" + b"x" * 90)
    assert kept == [(b"x" * 50, ["90"])]


def test_a_form_is_not_read_by_the_server() -> None:
    """It would happen on the event loop, and all visitors would wait for it."""
    read = []

    class Read(server_limits.Request):
        def process(self) -> None:
            read.append((self.args, self.content.read()))

    line = Line()
    line.channel.requestFactory = Read
    line.channel.factory.server = SimpleNamespace(protocol_connected=lambda _request: None)
    form = b"Content-Type: application/x-www-form-urlencoded\r\n\r\n" + b"a=b&" * 22 + b"a="
    line.come(HEAD + form)
    assert read == [({}, form[-90:])]


class TakenOver(Request):
    """A request whose connection is handed over to a WebSocket, as Daphne does it."""

    def process(self) -> None:
        line: Any = self.transport
        line.protocol = Protocol()


@pytest.mark.usefixtures("no_collection")
def test_a_request_that_became_a_socket_is_freed_from_memory() -> None:
    line = Line()
    line.channel.requestFactory = TakenOver
    line.come(HEAD + b"\r\n" + b"x" * 90)
    line.transport.unregisterProducer()
    channel = weakref.ref(line.channel)
    del line
    assert channel() is None


def open_socket() -> Any:
    """Return an open WebSocket, made as Daphne makes one for a page."""

    def nothing(*told: object) -> None:
        pass

    heard: SimpleQueue[dict[str, Any]] = SimpleQueue()
    server: Any = SimpleNamespace(
        root_path="",
        proxy_forwarded_address_header=None,
        protocol_connected=nothing,
        protocol_disconnected=nothing,
        log_action=nothing,
        create_application=lambda _socket, _scope: heard,
    )
    factory: Any = WebSocketFactory(server)
    factory.protocol = SocketLine
    socket = factory.buildProtocol(None)
    socket._raw_query_string = b""
    socket.makeConnection(Wire())  # type: ignore[no-untyped-call]
    socket.dataReceived(HANDSHAKE)
    assert heard.get() == {"type": "websocket.connect"}
    socket.serverAccept()
    return socket


def frame(first: int, payload: bytes = b"") -> bytes:
    return bytes([first, 0x80 | len(payload), 0, 0, 0, 0]) + payload


TEXT, FIRST_FRAGMENT, NEXT_FRAGMENT, PING, PONG = (
    frame(0x81, b"{}"),
    frame(1),
    frame(0),
    frame(0x89),
    frame(0x8A),
)


@pytest.mark.parametrize(
    "first, frames", [(b"", PING), (b"", PONG), (FIRST_FRAGMENT, NEXT_FRAGMENT)]
)
def test_a_client_that_floods_frames_without_a_message_is_cut_off(
    first: bytes, frames: bytes
) -> None:
    socket = open_socket()
    socket.dataReceived(first + frames * (MOST_BESIDE - 1))
    assert socket.state == socket.STATE_OPEN
    socket.dataReceived(frames * 10_000)
    assert socket.state == socket.STATE_CLOSED
    assert not first or socket.application_queue.empty()


def test_messages_do_not_count_as_empty_frames() -> None:
    socket = open_socket()
    socket.dataReceived(TEXT * 2 * MOST_BESIDE)
    assert socket.state == socket.STATE_OPEN
    assert socket.application_queue.qsize() == 2 * MOST_BESIDE


def test_messages_after_our_close_frame_count_as_empty_frames() -> None:
    socket = open_socket()
    socket.sendClose(code=4401)
    socket.dataReceived(TEXT * 2 * MOST_BESIDE)
    assert socket.state == socket.STATE_CLOSED


def test_the_size_limit_does_not_apply_to_what_the_server_sends() -> None:
    """The page of a busy lobby is larger than the limit, and nobody would receive it."""
    socket = open_socket()
    socket.maxMessagePayloadSize = 100
    socket.sendMessage(b"x" * 120)
    assert socket.transport.value().endswith(b"x" * 120)
    socket.dataReceived(frame(0x81, b"x" * 120))
    assert socket.application_queue.empty() and socket.wasMaxMessagePayloadSizeExceeded


@pytest.mark.usefixtures("no_collection")
def test_a_closed_socket_is_freed_from_memory() -> None:
    socket = open_socket()
    socket.connectionLost()
    left = weakref.ref(socket)
    del socket
    assert left() is None
