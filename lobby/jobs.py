"""What the clock does for the lobby."""

from __future__ import annotations

from datetime import datetime, timedelta

from bruno_site.jobs import Job

from . import service

ROOM_LIVES = timedelta(hours=24)


def close_old_rooms(now: datetime) -> int:
    return service.close_old_rooms(opened_before=now - ROOM_LIVES)


JOBS = [Job("old rooms closed", timedelta(minutes=1), close_old_rooms)]
