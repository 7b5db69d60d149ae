"""A line from a browser as the server has it, without a server."""

from __future__ import annotations

from typing import Any

from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.web.http import HTTPFactory, Request

from bruno_site.server_limits import Channel

HEAD = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n"
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Answered(Request):
    def process(self) -> None:
        self.finish()  # type: ignore[no-untyped-call]


class Wire(StringTransport):
    protocol: Any = None

    def unregisterProducer(self) -> None:  # noqa: N802
        """As a real one, also where there is none."""
        self.producer = None


class Line:
    """One as the server has it, and the time."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.transport: Any = Wire()  # type: ignore[no-untyped-call]
        factory: Any = HTTPFactory(reactor=self.clock)  # type: ignore[arg-type]
        factory.protocol = Channel
        self.channel = factory.buildProtocol(None)
        self.channel.requestFactory = Answered
        self.transport.protocol = self.channel
        self.channel.makeConnection(self.transport)

    def come(self, data: bytes, *, seconds: float = 0) -> None:
        self.channel.dataReceived(data)
        self.clock.advance(seconds)

    def said(self) -> bytes:
        return bytes(self.transport.value())

    @property
    def is_closed(self) -> bool:
        return bool(self.transport.disconnecting)
