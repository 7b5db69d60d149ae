"""What the clock does for the lobby."""

from __future__ import annotations

from datetime import timedelta

from bruno_site.core.jobs import Job

from . import service
from .notices import calls
from .queue import matches
from .talk import lines

JOBS = [
    Job("tables matched", timedelta(seconds=1), matches.run),
    Job("rooms tidied", timedelta(seconds=5), service.tidy),
    Job("old lines forgotten", timedelta(hours=1), lines.forget_old),
    Job("old notices forgotten", timedelta(hours=1), calls.forget_old),
]
