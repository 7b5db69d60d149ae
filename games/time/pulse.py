"""Whether people can act. While no web process beats nobody can, and nobody's time is up then."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta

from django.db.models import Case, F, Value, When
from django.utils import timezone

from bruno_site.live.threads import in_thread

from ..models import Pulse

log = logging.getLogger(__name__)

ONLY = 1
BEAT_SECONDS = 1.0
# Whoever has not beaten for so long is not there.
GAP = timedelta(seconds=3)
# So long everybody has at least to act, once they can again.
GRACE = timedelta(seconds=20)


async def keep_beating() -> None:
    """For ever, in every web process, with the threads that people's moves go through: where those
    are stuck, nobody can act."""
    while True:
        try:
            # Now is when there is a thread: an older moment would hide what others beat meanwhile.
            await in_thread(lambda: beat(timezone.now()))
        except Exception:
            log.warning("No pulse", exc_info=True)  # a database that is away
        await asyncio.sleep(BEAT_SECONDS)


def beat(now: datetime) -> None:
    since = Case(When(beat_at__lt=now - GAP, then=Value(now)), default=F("since"))
    if not Pulse.objects.filter(pk=ONLY).update(since=since, beat_at=now):
        Pulse.objects.bulk_create([Pulse(pk=ONLY, beat_at=now, since=now)], ignore_conflicts=True)


def spared_until(now: datetime) -> datetime | None:
    """Until when the house moves for nobody who could have come back: if people cannot act now,
    or could not a moment ago. Where no web process was ever started nothing is known."""
    pulse = Pulse.objects.filter(pk=ONLY).first()
    if pulse is None:
        return None
    until = (now if pulse.beat_at < now - GAP else pulse.since) + GRACE
    return until if until > now else None
