"""The periodic jobs of accounts: deleting what is out of date, finishing deletions."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session

from bruno_site.core.jobs import Job

from .account_deletion import finish_deletions, truncate_wal
from .guests import delete_old_guests
from .rate_limits import delete_old_counters


def delete_old_sessions(now: datetime) -> int:
    """Delete expired sessions, with what is stored about them; return how many rows went."""
    deleted, _by_table = Session.objects.filter(expire_date__lt=now).delete()
    return deleted


JOBS = [
    Job("old sessions forgotten", timedelta(minutes=1), delete_old_sessions),
    Job("old tallies forgotten", timedelta(minutes=1), delete_old_counters),
    Job("deletions finished", timedelta(minutes=1), finish_deletions),
    Job("journal emptied", timedelta(minutes=1), truncate_wal),
    Job("guests forgotten", timedelta(hours=1), delete_old_guests),
]
