"""What has to happen by itself: bots move, time runs out, every app's jobs are done."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from argparse import ArgumentParser
from typing import Any

import uvloop
from django.core.management.base import BaseCommand
from django.utils import timezone

from bruno_site import malloc, shutdown
from bruno_site.core import jobs, metrics
from bruno_site.live import hub
from games.time import house, thinking

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Makes every move that is due and does what the apps want done. Several share the work."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="do what is due now and stop")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        if once:
            house.run_due()
            for job in jobs.jobs():
                jobs.run(job, timezone.now())
            return
        malloc.limit_arenas()
        # A bot that works hard lets go of the interpreter ten times as often as usual: each of
        # the others needs it for a moment only.
        sys.setswitchinterval(0.0005)
        loop = asyncio.Runner(loop_factory=uvloop.new_event_loop)
        with thinking.in_processes(max(2, os.cpu_count() or 1)), loop:
            loop.run(self._run())
        log.info("The clock has stopped")

    async def _run(self) -> None:
        stopped = asyncio.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
        log.info("The clock runs")
        metrics.serve_metrics()
        telling = hub.running_hub(only_pokes=True)
        tasks = [asyncio.create_task(task) for task in (house.keep_time(), jobs.run_jobs_forever())]
        await stopped.wait()
        shutdown.exit_soon()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await telling.close()
