"""A web process records that it is up, from its first request on (P9)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bruno_site import shutdown, startup
from bruno_site.live import hub
from bruno_site.live.threads import in_thread
from bruno_site.startup import StartOnFirstVisitor
from games.models import Pulse

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


async def do_nothing(*given: Any) -> None:
    """Do nothing, in place of the site and of the clock."""


async def test_the_process_records_its_uptime_and_starts_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("keep_time", "run_jobs_forever"):
        monkeypatch.setattr(startup, name, do_nothing)
    monkeypatch.setattr(startup, "tune_garbage_collection", lambda: None)
    told: list[str] = []
    monkeypatch.setattr(shutdown, "exit_on_signal", lambda: told.append("to end soon"))
    site = StartOnFirstVisitor(do_nothing)
    await site({"type": "http"}, do_nothing, do_nothing)
    await site({"type": "http"}, do_nothing, do_nothing)
    try:
        async with asyncio.timeout(20):
            while not await in_thread(Pulse.objects.exists):
                await asyncio.sleep(0.01)
        assert told == ["to end soon"]
    finally:
        for work in site.work:
            work.cancel()
        await asyncio.gather(*site.work, return_exceptions=True)
        await hub.running_hub().close()
