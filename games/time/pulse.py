"""Whether people can act. While no web process beats nobody can, and nobody's time is up then."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from bruno_site.live.threads import in_thread

from ..models import Game, Player, Pulse
from .pace import LEASE

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
    if not Pulse.objects.filter(pk=ONLY, beat_at__gte=now - GAP).update(beat_at=now):
        _begin_anew(now)


def _begin_anew(now: datetime) -> None:
    Pulse.objects.bulk_create([Pulse(pk=ONLY, beat_at=now, since=now)], ignore_conflicts=True)
    with transaction.atomic():
        pulse = Pulse.objects.select_for_update().get(pk=ONLY)
        if pulse.beat_at < now - GAP:  # no other process was quicker
            _leave_out(pulse.beat_at, now)
            pulse.beat_at = pulse.since = now
            pulse.save()


def _leave_out(last: datetime, now: datetime) -> None:
    """Nobody's time ran meanwhile, nor any lease, also where a clock found nobody there. Deadlines
    stay: a clock that comes too early waits on."""
    gap = now - last
    ran = Game.objects.filter(Q(deadline__isnull=False) | Q(stopped_at__gt=last))
    ran.filter(asked_at__gt=last).update(asked_at=now)
    ran.filter(asked_at__lte=last).update(asked_at=F("asked_at") + gap)
    there = Player.objects.filter(game__finished_at=None, seen_at__gt=last - LEASE)
    there.update(seen_at=F("seen_at") + gap)


def spared_until(now: datetime) -> datetime | None:
    """Until when the house moves for nobody who could have come back: if people cannot act now,
    or could not a moment ago. Where no web process was ever started nothing is known."""
    pulse = Pulse.objects.filter(pk=ONLY).first()
    if pulse is None:
        return None
    until = (now if pulse.beat_at < now - GAP else pulse.since) + GRACE
    return until if until > now else None


def is_beating(now: datetime) -> bool:
    """Else all of this is left out as soon as it does again."""
    return Pulse.objects.filter(pk=ONLY, beat_at__gte=now - GAP).exists()


def is_anybody_missed(now: datetime) -> bool:
    """Or could whoever is not here have had no way to come?"""
    return spared_until(now) is None
