"""Start of the background work of a web process."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

from django.conf import settings

from games.time.house import keep_time
from games.time.pulse import keep_beating

from . import shutdown
from .core import metrics
from .core.jobs import run_jobs_forever
from .live import hub
from .live.threads import ConnectionlessExecutor


class StartOnFirstVisitor:
    """An ASGI application that starts the background work with the first request.

    Daphne has no start-up event. The work is the hub, the record of the process's uptime, the
    metrics server, a thread pool whose threads keep no database connection, the signal handlers
    and, where one process does everything, the clock and the jobs.
    """

    def __init__(self, inner: Any) -> None:
        tune_garbage_collection()
        self.inner = inner
        self.is_awake = False
        self.work: list[asyncio.Future[Any]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        hub.running_hub()
        if not self.is_awake:
            self._start_work()
        return await self.inner(scope, receive, send)

    def _start_work(self) -> None:
        self.is_awake = True
        shutdown.exit_on_signal()
        metrics.OPEN_PAGES.set_function(open_pages)
        metrics.serve_metrics()
        asyncio.get_running_loop().set_default_executor(ConnectionlessExecutor())
        self.work.append(asyncio.ensure_future(keep_beating()))
        if settings.ONE_PROCESS:
            self.work.append(asyncio.gather(keep_time(), run_jobs_forever()))


def open_pages() -> int:
    """Return how many pages of this process have a WebSocket open."""
    return sum(len(each.sockets) for each in hub.all_hubs())


def tune_garbage_collection() -> None:
    """Make the garbage collector run less often over long-lived objects.

    Caches hold tens of thousands of frozen values without reference cycles, so scanning them again
    and again finds nothing. Small objects of Django do form cycles; collections of the young
    generations find those.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 5, 5)
