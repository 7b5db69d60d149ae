"""The site on a free port, served by Daphne in a thread of the test process."""

from __future__ import annotations

import threading
import time
from asyncio import CancelledError
from contextlib import suppress
from typing import Any


class Site:
    """Twisted's reactor runs once a process, so there is one site for all browser tests."""

    def __init__(self) -> None:
        # Importing the server takes hold of the process's event loop policy: only when needed.
        from daphne.server import Server

        from bruno_site.asgi import application

        self.application: Any = application
        self.server: Any = Server(
            application=application,
            endpoints=["tcp:port=0:interface=127.0.0.1"],
            signal_handlers=False,
            ready_callable=lambda: None,
            ping_interval=10,
            ping_timeout=10,
        )
        self.thread = threading.Thread(target=self.server.run, name="site", daemon=True)
        self.thread.start()
        while not self.server.listening_addresses:
            time.sleep(0.02)
        self.url = f"http://127.0.0.1:{self.server.listening_addresses[0][1]}"

    def rest(self) -> None:
        """Between tests there is no database, so nothing runs beside the requests until somebody
        comes."""
        work, self.application.work = self.application.work, []
        self.application.is_awake = False
        for each in work:
            each.get_loop().call_soon_threadsafe(each.cancel)
        while not all(each.done() for each in work):
            time.sleep(0.02)
        for each in work:
            with suppress(CancelledError):
                each.exception()  # or asyncio would complain that nobody asked

    def stop(self) -> None:
        from twisted.internet import reactor

        reactor.callFromThread(self.server.stop)
        self.thread.join(timeout=10)
