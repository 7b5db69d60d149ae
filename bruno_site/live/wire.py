"""The wire under a socket. Daphne bounds neither what waits to be heard nor what waits to be read,
however slowly that is done: so both are bounded here, where the server's own ends of it are. And
what can be sent at once does not wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from autobahn.exception import Disconnected

LONGEST_MESSAGE: Final = 8192
MOST_UNHEARD: Final = 100  # nobody presses so much while one piece of work is done
MOST_UNREAD: Final = 256 * 1024

Gone = Disconnected  # raised where something is sent to a page that has left


@contextmanager
def watched(receive: Any, send: Any) -> Iterator[None]:
    """Other servers, and tests without one, hand out other ends: there is nothing to hold there."""
    if isinstance(send, partial) and hasattr(send.args[0], "dropConnection"):
        wire = Wire(send.args[0], receive.__self__.qsize)
        try:
            yield
        finally:
            wire.let_go()
    else:
        yield


def is_free(line: Any) -> bool:
    """A plain line, on which nothing waits to be sent."""
    is_open = line.connected and not line.disconnecting and not line.TLS
    return bool(is_open and not line.dataBuffer and not line._tempDataLen)


class Wire:
    """A connection that is cut without notice when too much is waiting on it: a client that floods
    us, or reads nothing, gets no explanation."""

    def __init__(self, protocol: Any, unheard: Callable[[], int]) -> None:
        self.protocol = protocol
        self.unheard = unheard
        self.pass_on = protocol.onMessage
        protocol.onMessage = self.hear
        self.send_in_turn = protocol.sendData
        protocol.sendData = self.send
        # Past a line for the log that is coloured for every frame, whether or not it is written.
        protocol.dataReceived = protocol._dataReceived
        transport = protocol.transport
        transport.unregisterProducer()  # the request's, which this connection was before
        transport.bufferSize = MOST_UNREAD
        transport.registerProducer(self, True)

    def let_go(self) -> None:
        """The server's ends are its own again, but nobody listens there. Nothing here refers to
        itself in a circle then, and what the page held goes at once, not when the next collection
        comes by."""
        self.protocol.muted = True
        del self.protocol.onMessage, self.protocol.sendData, self.protocol.dataReceived

    def hear(self, payload: bytes, is_binary: bool) -> None:
        if self.unheard() >= MOST_UNHEARD:
            self.cut()
        elif len(payload) > LONGEST_MESSAGE:
            # Only so much of it that the socket sees that it is too long.
            self.pass_on(payload[: LONGEST_MESSAGE + 1], True)
        else:
            self.pass_on(payload, is_binary)

    def send(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        """At once, if nothing waits: to be told by the loop when the line is free costs more than
        to send, and mostly it is free. What it does not take waits for its turn."""
        line = self.protocol.transport
        if sync or chopsize or self.protocol.send_queue or not is_free(line):
            self.send_in_turn(data, sync, chopsize)
            return
        taken = line.writeSomeData(data)
        left = data[taken:] if isinstance(taken, int) else data  # else the line is broken
        if left:
            self.send_in_turn(left)

    def cut(self) -> None:
        self.protocol.dropConnection(abort=True)

    # What Twisted asks of those who send: it says when more than bufferSize waits to be read.

    def pauseProducing(self) -> None:  # noqa: N802
        self.cut()

    def resumeProducing(self) -> None:  # noqa: N802
        pass

    def stopProducing(self) -> None:  # noqa: N802
        pass
