"""What an app wants done regularly: it offers a list `JOBS` in a module `jobs`."""

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
    """Every clock runs it, so that two of them may at once: it must take its work row by row from
    under the others, or do no harm twice."""

    name: str
    every: timedelta
    run: Callable[[datetime], int]  # how many things it did


def jobs() -> Iterator[Job]:
    for app in apps.get_app_configs():
        if app.module is not None and module_has_submodule(app.module, "jobs"):
            yield from import_module(f"{app.name}.jobs").JOBS


def run(job: Job, now: datetime) -> None:
    """Never fails: a job that did is run again when its time has come."""
    try:
        if done := job.run(now):
            log.info("%s: %s", job.name, done)
    except Exception:
        log.warning("%s: not this time", job.name, exc_info=True)


async def keep_jobs() -> None:
    """For ever: each as often as it wants."""
    await asyncio.gather(*(_keep(job) for job in jobs()))


async def _keep(job: Job) -> None:
    while True:
        try:
            await database_sync_to_async(run, thread_sensitive=False)(job, timezone.now())
        except Exception:
            log.warning("%s: not this time", job.name, exc_info=True)  # no thread, or no database
        await asyncio.sleep(job.every.total_seconds())
