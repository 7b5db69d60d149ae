"""What the clock does for games, beside their moves."""

from __future__ import annotations

from datetime import timedelta

from bruno_site.jobs import Job

from .log import finished

JOBS = [Job("listeners told of finished games", timedelta(seconds=1), finished.tell)]
