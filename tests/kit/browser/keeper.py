"""The clock, beside a site that does not keep the time itself."""

from __future__ import annotations

import asyncio
import threading
from types import TracebackType

from django.conf import settings

from games.time import house


class Keeper:
    def __init__(self) -> None:
        self.thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def _run(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.task = self.loop.create_task(house.keep_time())
        try:
            self.loop.run_until_complete(self.task)
        except asyncio.CancelledError:
            self.loop.close()

    def __enter__(self) -> Keeper:
        if not settings.ONE_PROCESS:
            self.thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if not settings.ONE_PROCESS:
            self.loop.call_soon_threadsafe(self.task.cancel)
            self.thread.join(timeout=10)
