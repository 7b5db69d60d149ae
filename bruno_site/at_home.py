"""Where one process does everything, it keeps the time as well."""

from __future__ import annotations

import asyncio
from typing import Any

from games.time.house import keep_time

from .jobs import keep_jobs


class WithClock:
    """Daphne tells nobody when it starts, so the clock starts with the first visitor."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.clock: asyncio.Future[Any] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        if self.clock is None:
            self.clock = asyncio.gather(keep_time(), keep_jobs())
        return await self.inner(scope, receive, send)
