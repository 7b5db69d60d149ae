"""A web process shows that people can act, from its first visitor on (P9)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bruno_site import awake, ending
from bruno_site.awake import Awake
from bruno_site.live import hub
from bruno_site.live.threads import in_thread
from games.models import Pulse

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


async def nothing(*given: Any) -> None:
    """For a visitor, and instead of a clock."""


async def test_its_pulse_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("keep_time", "keep_jobs"):
        monkeypatch.setattr(awake, name, nothing)
    monkeypatch.setattr(awake, "collect_seldom", lambda: None)
    told: list[str] = []
    monkeypatch.setattr(ending, "when_told", lambda: told.append("to end soon"))
    site = Awake(nothing)
    await site({"type": "http"}, nothing, nothing)
    await site({"type": "http"}, nothing, nothing)
    try:
        async with asyncio.timeout(20):
            while not await in_thread(Pulse.objects.exists):
                await asyncio.sleep(0.01)
        assert told == ["to end soon"]
    finally:
        for work in site.work:
            work.cancel()
        await asyncio.gather(*site.work, return_exceptions=True)
        await hub.here().close()
