"""What runs in a web process beside its requests."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

from django.conf import settings

from games.time.house import keep_time
from games.time.pulse import keep_beating

from . import ending, metrics
from .jobs import keep_jobs
from .live import hub
from .live.threads import KeepingNone


class Awake:
    """Daphne tells nobody when it starts, so it all starts with the first visitor: the hub, the
    pulse, and where one process does everything, the clock."""

    def __init__(self, inner: Any) -> None:
        collect_seldom()
        self.inner = inner
        self.is_awake = False
        self.work: list[asyncio.Future[Any]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        hub.here()
        if not self.is_awake:
            self._wake_up()
        return await self.inner(scope, receive, send)

    def _wake_up(self) -> None:
        self.is_awake = True
        ending.when_told()
        metrics.OPEN_PAGES.set_function(open_pages)
        metrics.tell()
        asyncio.get_running_loop().set_default_executor(KeepingNone())
        self.work.append(asyncio.ensure_future(keep_beating()))
        if settings.ONE_PROCESS:
            self.work.append(asyncio.gather(keep_time(), keep_jobs()))


def open_pages() -> int:
    return sum(len(each.sockets) for each in hub.all_hubs())


def collect_seldom() -> None:
    """What is drawn and folded is kept by the ten thousand, in frozen values that never refer to
    each other in circles: to walk through all of it again and again would be for nothing. Small
    things of Django's do, and a walk through what is new finds them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 5, 5)
