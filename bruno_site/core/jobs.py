"""Recurring background jobs: each app lists its own as `JOBS` in its module `jobs`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from importlib import import_module
from typing import NamedTuple

from channels.db import database_sync_to_async
from django.apps import apps
from django.utils import timezone
from django.utils.module_loading import module_has_submodule

log = logging.getLogger(__name__)


class Job(NamedTuple):
    """A function that is run at regular intervals.

    Every clock process runs every job, so two may run the same job at once. A job must therefore
    lock the rows it works on, or be harmless when it runs twice.
    """

    name: str
    every: timedelta
    run: Callable[[datetime], int]  # returns how many rows it handled


def jobs() -> Iterator[Job]:
    """Return the jobs of all apps."""
    for app in apps.get_app_configs():
        if app.module is not None and module_has_submodule(app.module, "jobs"):
            yield from import_module(f"{app.name}.jobs").JOBS


def run(job: Job, now: datetime) -> None:
    """Run the job once. An exception is logged, not raised: the job runs again at its next time."""
    try:
        if done := job.run(now):
            log.info("%s: %s", job.name, done)
    except Exception:
        log.warning("%s: not this time", job.name, exc_info=True)


async def run_jobs_forever() -> None:
    """Run every job at its interval until cancelled."""
    await asyncio.gather(*(_repeat(job) for job in jobs()))


async def _repeat(job: Job) -> None:
    while True:
        try:
            await database_sync_to_async(run, thread_sensitive=False)(job, timezone.now())
        except Exception:
            # No thread was free, or no database connection.
            log.warning("%s: not this time", job.name, exc_info=True)
        await asyncio.sleep(job.every.total_seconds())
