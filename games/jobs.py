"""What the clock does for games, beside their moves."""

from __future__ import annotations

from datetime import timedelta

from bruno_site.core.jobs import Job

from .log import audit, ends, listeners, papers, presence

JOBS = [
    Job("watchers who are gone forgotten", timedelta(minutes=1), presence.forget_watchers),
    Job("forsaken tables closed", timedelta(minutes=10), ends.close_forsaken),
    Job("games that do not replay", timedelta(minutes=5), audit.check_some),
    Job("records thrown away", timedelta(hours=1), papers.forget_old),
    Job("listeners told of finished games", timedelta(seconds=1), listeners.tell),
]
