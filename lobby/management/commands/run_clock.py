"""What has to happen by itself: bots move, time runs out, old rooms and sessions go away."""

from __future__ import annotations

import asyncio
import logging
import signal
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.core.management.base import BaseCommand
from django.db import DatabaseError
from django.utils import timezone

from games.time import house

from ... import service

log = logging.getLogger(__name__)

TIDY_SECONDS = 60
ROOM_LIVES = timedelta(hours=24)


class Command(BaseCommand):
    help = "Makes every move that is due and tidies up. Several at once do no harm."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="do what is due now and stop")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        if once:
            house.run_due()
            self._tidy()
            return
        asyncio.run(self._run())
        self.stdout.write("The clock has stopped.")

    async def _run(self) -> None:
        stopped = asyncio.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
        self.stdout.write("The clock runs.")
        jobs = [asyncio.create_task(job) for job in (house.keep_time(), self._keep_tidy())]
        await stopped.wait()
        for job in jobs:
            job.cancel()

    async def _keep_tidy(self) -> None:
        while True:
            try:
                await database_sync_to_async(self._tidy, thread_sensitive=False)()
            except DatabaseError:
                log.warning("The clock cannot reach the database", exc_info=True)
            await asyncio.sleep(TIDY_SECONDS)

    def _tidy(self) -> None:
        now = timezone.now()
        rooms = service.close_old_rooms(opened_before=now - ROOM_LIVES)
        sessions, _ = Session.objects.filter(expire_date__lt=now).delete()
        if rooms or sessions:
            self.stdout.write(f"Closed {rooms} rooms, forgot {sessions} sessions.")
