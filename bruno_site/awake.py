"""What runs in a web process beside its requests."""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings

from games.time.house import keep_time

from .jobs import keep_jobs
from .live import hub


class Awake:
    """Daphne tells nobody when it starts, so it all starts with the first visitor: the hub, and
    where one process does everything, the clock."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.clock: asyncio.Future[Any] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        hub.here()
        if self.clock is None and settings.ONE_PROCESS:
            self.clock = asyncio.gather(keep_time(), keep_jobs())
        return await self.inner(scope, receive, send)
