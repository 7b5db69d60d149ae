"""What the clock does for people."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session

from bruno_site.jobs import Job

from .farewell import empty_the_journal, finish_deletions
from .guests import forget_guests
from .limits import forget_old_tallies


def forget_old_sessions(now: datetime) -> int:
    forgotten, _by_table = Session.objects.filter(expire_date__lt=now).delete()
    return forgotten


JOBS = [
    Job("old sessions forgotten", timedelta(minutes=1), forget_old_sessions),
    Job("old tallies forgotten", timedelta(minutes=1), forget_old_tallies),
    Job("deletions finished", timedelta(minutes=1), finish_deletions),
    Job("journal emptied", timedelta(minutes=1), empty_the_journal),
    Job("guests forgotten", timedelta(hours=1), forget_guests),
]
