"""The server's end of a line: how long a request may take to come, how much of it is kept, which
headers are not believed, how often an address may open sockets, how many frames may come that say
nothing, and that nothing is left of what has ended. Twisted's and Autobahn's own refer to
themselves in circles, and wait for a collection that comes by too seldom while thousands come and
go."""

from __future__ import annotations

from asyncio import get_running_loop
from http import HTTPStatus
from typing import Any

from daphne.http_protocol import WebRequest
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from twisted.web.http import HTTPChannel

from .addresses import address_of_socket, neighbourhood
from .live.crowd import Allowance, handshakes
from .origins import is_ours

# Daphne obeys them, whoever sends them: the first would stand before every link of ours, and it
# trips over the second unless it is plain ASCII. No page of ours sends either.
UNHEARD = frozenset({b"daphne-root-path", b"sec-websocket-protocol"})
SECONDS = 30
SILENT_SECONDS = 60  # between two of them, and before the first
# Frames that no page hears: a browser sends one every few seconds, in answer to our own.
MOST_BESIDE, MORE_BESIDE = 100, 1.0  # at once, and more a second
# A refused handshake is answered so late, unless so many wait for that already: as fast as it is
# refused it comes again.
REFUSED_AFTER, MOST_REFUSED = 1.0, 200
WHOLE = {WebSocketProtocol.MESSAGE_TYPE_TEXT, WebSocketProtocol.MESSAGE_TYPE_BINARY}


class Channel(HTTPChannel):
    """A line from a browser. Twisted closes one that is silent, but is content with a letter now
    and then; here a request has so long from its first letter to its last. There is no HTTP/2 on
    it: that is spoken by the proxy in front."""

    is_coming = False

    def headerReceived(self, line: bytes) -> bool:
        if line.partition(b":")[0].lower() in UNHEARD:
            return True
        return bool(super().headerReceived(line))  # type: ignore[no-untyped-call]

    def resetTimeout(self) -> None:
        """At every piece that comes."""
        if not self.is_coming and self.timeOut is not None:
            self.is_coming = True
            self.setTimeout(SECONDS)  # type: ignore[no-untyped-call]

    def allContentReceived(self) -> None:
        self.is_coming = False
        # From when it is answered.
        self.setTimeout(SILENT_SECONDS)  # type: ignore[no-untyped-call]
        super().allContentReceived()  # type: ignore[no-untyped-call]
        # One that has ended meanwhile has none.
        if getattr(self.transport, "protocol", self) is not self:  # a socket has taken it over
            self.requests.clear()


class Request(WebRequest):  # type: ignore[misc]
    """Read to its end, so that its sender hears our answer, but only the first of it is kept. What
    was left out still counts in its length, by which it is refused. Nor does the server read a
    form: nobody here asks it to, and everybody would wait, for some forms without end."""

    came = 0

    def __init__(self, *args: Any) -> None:
        super().__init__(*args, parsePOSTFormSubmission=False)

    def handleContentChunk(self, data: bytes) -> None:
        room = max(settings.LARGEST_REQUEST - self.came, 0)
        self.came += len(data)
        super().handleContentChunk(data[:room])

    def requestReceived(self, *line: bytes) -> None:
        if self.came > settings.LARGEST_REQUEST:
            self.requestHeaders.setRawHeaders(b"content-length", [b"%d" % self.came])
        super().requestReceived(*line)

    def process(self) -> None:
        """As Daphne does, but for handshakes that will be refused: nothing is made of those."""
        refused_with = self._refusal()
        if refused_with is None:
            super().process()
        elif handshakes.refused >= MOST_REFUSED:
            self.transport.abortConnection()
        else:
            handshakes.refused += 1
            get_running_loop().call_later(REFUSED_AFTER, self._refuse, refused_with)

    def _refusal(self) -> HTTPStatus | None:
        """Return why no socket is opened, or None. Pages of others cost an address nothing."""
        raw = self.requestHeaders.getAllRawHeaders()
        headers = {name.lower(): b",".join(values) for name, values in raw}
        if headers.get(b"upgrade", b"").partition(b",")[0].lower() != b"websocket":
            return None
        if not is_ours(headers):
            return HTTPStatus.FORBIDDEN
        scope = {"client": (getattr(self.client, "host", ""), 0), "headers": headers.items()}
        if handshakes.may_come(neighbourhood(address_of_socket(scope))):
            return None
        return HTTPStatus.TOO_MANY_REQUESTS

    def _refuse(self, status: HTTPStatus) -> None:
        """The browser comes again by itself."""
        handshakes.refused -= 1
        if self.channel is not None:  # else they have left meanwhile
            self.channel.persistent = False
            headers = [(b"retry-after", b"1"), (b"content-length", b"0")]
            start = {"type": "http.response.start", "status": status, "headers": headers}
            self.handle_reply(start)
            self.handle_reply({"type": "http.response.body"})


class SocketLine(WebSocketProtocol):  # type: ignore[misc]
    """Pings and pieces of messages never reach a page, and whatever comes after the page's last
    word reaches nobody; but each of them is work. Who sends many is cut, without notice."""

    maxMessagePayloadSize: int  # noqa: N815

    def __init__(self) -> None:
        super().__init__()
        self.beside = Allowance(MOST_BESIDE, MORE_BESIDE)

    def onFrameBegin(self) -> None:  # noqa: N802
        frame = self.current_frame
        is_heard = frame.fin and frame.opcode in WHOLE and self.state == self.STATE_OPEN
        if is_heard or self.beside.take():
            super().onFrameBegin()
        else:
            self.dropConnection(abort=True)

    def sendMessage(self, *message: Any) -> None:  # noqa: N802
        """Its bound is for what comes: a page is as long as it is."""
        bound, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(*message)
        finally:
            self.maxMessagePayloadSize = bound

    def connectionLost(self, *reason: object) -> None:
        super().connectionLost(*reason)
        del self.is_closed  # which tells whoever waits for it of this very line
