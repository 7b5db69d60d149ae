"""Bounds for what waits on the connection of a socket. Daphne limits neither the messages that wait
to be handled nor the data that waits for a slow reader, so both are limited here, on the server's
own objects. What can be sent at once skips the queue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from autobahn.exception import Disconnected

LONGEST_MESSAGE: Final = 8192
MOST_UNHEARD: Final = 100  # more than a person can send while one message is being handled
MOST_UNREAD: Final = 256 * 1024

Gone = Disconnected  # raised when something is sent to a page that has closed


@contextmanager
def bound(receive: Any, send: Any) -> Iterator[None]:
    """Limit what waits on the connection within the block. Does nothing under another server or in
    tests without one, which pass other objects."""
    if isinstance(send, partial) and hasattr(send.args[0], "dropConnection"):
        connection = BoundedConnection(send.args[0], receive.__self__.qsize)
        try:
            yield
        finally:
            connection.let_go()
    else:
        yield


def is_idle(transport: Any) -> bool:
    """Return whether the transport is open, unencrypted, and has nothing waiting to be sent."""
    is_open = transport.connected and not transport.disconnecting and not transport.TLS
    return bool(is_open and not transport.dataBuffer and not transport._tempDataLen)


class BoundedConnection:
    """A connection that is dropped without notice when too much waits on it: a client that floods
    the server, or reads nothing, gets no explanation."""

    def __init__(self, protocol: Any, unheard: Callable[[], int]) -> None:
        self.protocol = protocol
        self.unheard = unheard
        self.handle_message = protocol.onMessage
        protocol.onMessage = self.hear
        self.queue_data = protocol.sendData
        protocol.sendData = self.send
        # Skips Autobahn's dataReceived, which colours a log message each time, whether or not it is
        # written.
        protocol.dataReceived = protocol._dataReceived
        transport = protocol.transport
        transport.unregisterProducer()  # that of the HTTP request which became this connection
        transport.bufferSize = MOST_UNREAD
        transport.registerProducer(self, True)

    def let_go(self) -> None:
        """Give the server's own methods back; messages that still come are ignored. This also
        breaks the reference cycle, so that what the page held is freed at once and not at the next
        garbage collection."""
        self.protocol.muted = True
        del self.protocol.onMessage, self.protocol.sendData, self.protocol.dataReceived

    def hear(self, payload: bytes, is_binary: bool) -> None:
        """Pass a message on, shortened if it is too long. Drop the connection if too many are
        waiting."""
        if self.unheard() >= MOST_UNHEARD:
            self.cut()
        elif len(payload) > LONGEST_MESSAGE:
            # Pass on just enough for the socket to see that it is too long.
            self.handle_message(payload[: LONGEST_MESSAGE + 1], True)
        else:
            self.handle_message(payload, is_binary)

    def send(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        """Send the data at once if nothing waits, which is mostly so: to be told by the event loop
        that the connection is writable costs more than to send. What the connection does not take
        is queued."""
        transport = self.protocol.transport
        if sync or chopsize or self.protocol.send_queue or not is_idle(transport):
            self.queue_data(data, sync, chopsize)
            return
        taken = transport.writeSomeData(data)
        left = data[taken:] if isinstance(taken, int) else data  # else the connection is broken
        if left:
            self.queue_data(left)

    def cut(self) -> None:
        """Drop the connection without a closing handshake."""
        self.protocol.dropConnection(abort=True)

    # Twisted's interface of a producer: it calls pauseProducing when more than bufferSize waits to
    # be sent.

    def pauseProducing(self) -> None:  # noqa: N802
        self.cut()

    def resumeProducing(self) -> None:  # noqa: N802
        pass

    def stopProducing(self) -> None:  # noqa: N802
        pass
