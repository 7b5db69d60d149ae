"""How long a request may take to come."""

from __future__ import annotations

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
