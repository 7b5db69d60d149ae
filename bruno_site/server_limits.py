"""Daphne's protocol classes, with limits on what a client may send.

The limits: how long a request may take to arrive, how much of its body is kept, which headers are
ignored, how often an address may open WebSockets, and how many frames may come that carry no
message.

The classes also break the reference cycles of Twisted's and Autobahn's own. Otherwise closed
connections would stay in memory until a garbage collection, which comes too seldom while thousands
of connections open and close.
"""

from __future__ import annotations

from asyncio import get_running_loop
from http import HTTPStatus
from typing import Any

from daphne.http_protocol import WebRequest
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from twisted.web.http import HTTPChannel

from .core.addresses import address_of_socket, network_of
from .live.quotas import Allowance, handshakes
from .origins import is_ours

# Headers that are ignored. Daphne obeys them, although any client may send them: the first would
# be put before every link of ours, and the second raises an exception unless it is plain ASCII. No
# page of ours sends either.
UNHEARD = frozenset({b"daphne-root-path", b"sec-websocket-protocol"})
SECONDS = 30  # for a request to arrive
SILENT_SECONDS = 60  # between two requests, and before the first
# Frames without a message, such as pings and pongs: a browser sends one every few seconds, in
# answer to our ping. So many are allowed at once, and so many more every second.
MOST_BESIDE, MORE_BESIDE = 100, 1.0
# A refused WebSocket handshake is answered after so many seconds, because the browser tries again
# as soon as it is refused. If so many already wait for their answer, the connection is cut instead.
REFUSED_AFTER, MOST_REFUSED = 1.0, 200
WHOLE = {WebSocketProtocol.MESSAGE_TYPE_TEXT, WebSocketProtocol.MESSAGE_TYPE_BINARY}


class Channel(HTTPChannel):
    """A connection from a browser, on which a request must arrive within SECONDS.

    Twisted closes a connection that is silent, but any byte restarts its time limit, so a client
    could send one byte now and then. Here the limit counts from the first byte of a request to its
    last. HTTP/2 is not supported: the proxy in front does that.
    """

    is_coming = False  # a request has begun to arrive

    def headerReceived(self, line: bytes) -> bool:
        """Ignore the headers in UNHEARD; return whether the header is acceptable."""
        if line.partition(b":")[0].lower() in UNHEARD:
            return True
        return bool(super().headerReceived(line))  # type: ignore[no-untyped-call]

    def resetTimeout(self) -> None:
        """Start the time limit of a request. Twisted calls this for all data that arrives."""
        if not self.is_coming and self.timeOut is not None:
            self.is_coming = True
            self.setTimeout(SECONDS)  # type: ignore[no-untyped-call]

    def allContentReceived(self) -> None:
        """Handle a request that has arrived; drop it if a WebSocket took the connection over."""
        self.is_coming = False
        # This limit starts when the request has been answered.
        self.setTimeout(SILENT_SECONDS)  # type: ignore[no-untyped-call]
        super().allContentReceived()  # type: ignore[no-untyped-call]
        # A transport that has closed meanwhile has no attribute `protocol`.
        if getattr(self.transport, "protocol", self) is not self:  # a WebSocket has taken it over
            self.requests.clear()


class Request(WebRequest):  # type: ignore[misc]
    """A request of which at most LARGEST_REQUEST bytes are kept.

    It is read to its end, so that the client can receive our answer. The bytes that are dropped
    still count in its content length, by which a middleware refuses it.

    The server does not parse forms: Django does that. Here it would happen on the event loop, so
    all visitors would wait for it, for some forms without end.
    """

    came = 0  # bytes of the body that have arrived

    def __init__(self, *args: Any) -> None:
        super().__init__(*args, parsePOSTFormSubmission=False)

    def handleContentChunk(self, data: bytes) -> None:
        """Count the data, and keep as much of it as the limit allows."""
        free = max(settings.LARGEST_REQUEST - self.came, 0)
        self.came += len(data)
        super().handleContentChunk(data[:free])

    def requestReceived(self, *line: bytes) -> None:
        """Handle the request, with its true length as header if it was too long."""
        if self.came > settings.LARGEST_REQUEST:
            self.requestHeaders.setRawHeaders(b"content-length", [b"%d" % self.came])
        super().requestReceived(*line)

    def process(self) -> None:
        """Pass the request on to Daphne, but refuse handshakes here, which is cheaper."""
        status = self._refusal_status()
        if status is None:
            super().process()
        elif handshakes.refused >= MOST_REFUSED:
            self.transport.abortConnection()
        else:
            handshakes.refused += 1
            get_running_loop().call_later(REFUSED_AFTER, self._refuse, status)

    def _refusal_status(self) -> HTTPStatus | None:
        """Return the status with which to refuse a WebSocket handshake, or None to accept it.

        A handshake of another site's page does not count against the quota of its address.
        """
        raw = self.requestHeaders.getAllRawHeaders()
        headers = {name.lower(): b",".join(values) for name, values in raw}
        if headers.get(b"upgrade", b"").partition(b",")[0].lower() != b"websocket":
            return None
        if not is_ours(headers):
            return HTTPStatus.FORBIDDEN
        scope = {"client": (getattr(self.client, "host", ""), 0), "headers": headers.items()}
        if handshakes.spend_handshake(network_of(address_of_socket(scope))):
            return None
        return HTTPStatus.TOO_MANY_REQUESTS

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer a refused handshake and close the connection; our page tries again by itself."""
        handshakes.refused -= 1
        if self.channel is not None:  # else the client has disconnected
            self.channel.persistent = False
            headers = [(b"retry-after", b"1"), (b"content-length", b"0")]
            start = {"type": "http.response.start", "status": status, "headers": headers}
            self.handle_reply(start)
            self.handle_reply({"type": "http.response.body"})


class SocketLine(WebSocketProtocol):  # type: ignore[misc]
    """A WebSocket whose client is cut off if it sends too many frames without a message.

    Pings and fragments of messages reach no page, and neither does a frame that comes after our
    close frame, but each of them costs work. The connection is cut without a close frame.
    """

    maxMessagePayloadSize: int  # noqa: N815

    def __init__(self) -> None:
        super().__init__()
        self.beside = Allowance(MOST_BESIDE, MORE_BESIDE)

    def onFrameBegin(self) -> None:  # noqa: N802
        """Accept a frame, or cut the connection if there were too many without a message."""
        frame = self.current_frame
        has_message = frame.fin and frame.opcode in WHOLE and self.state == self.STATE_OPEN
        if has_message or self.beside.take():
            super().onFrameBegin()
        else:
            self.dropConnection(abort=True)

    def sendMessage(self, *message: Any) -> None:  # noqa: N802
        """Send a message of any size: the size limit is only for what clients send."""
        limit, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(*message)
        finally:
            self.maxMessagePayloadSize = limit

    def connectionLost(self, *reason: object) -> None:
        """Clean up, and break the reference cycle between this object and its `is_closed`."""
        super().connectionLost(*reason)
        del self.is_closed  # a future whose result is this object
