"""The server's end of a line: how long a request may take to come, and that nothing is left of what
has ended. Twisted's and Autobahn's own refer to themselves in circles, and wait for a collection
that comes by too seldom while thousands come and go."""

from __future__ import annotations

from daphne.ws_protocol import WebSocketProtocol
from twisted.web.http import HTTPChannel

SECONDS = 30
SILENT_SECONDS = 60  # between two of them, and before the first


class Channel(HTTPChannel):
    """A line from a browser. Twisted closes one that is silent, but is content with a letter now
    and then; here a request has so long from its first letter to its last. There is no HTTP/2 on
    it: that is spoken by the proxy in front."""

    is_coming = False

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


class SocketLine(WebSocketProtocol):  # type: ignore[misc]
    def connectionLost(self, *reason: object) -> None:
        super().connectionLost(*reason)
        del self.is_closed  # which tells whoever waits for it of this very line
