"""What has to happen by itself: rooms nobody begins and sessions nobody uses go away."""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from datetime import timedelta
from threading import Event
from typing import Any

from django.contrib.sessions.models import Session
from django.core.management.base import BaseCommand
from django.db import OperationalError, close_old_connections
from django.utils import timezone

from lobby import service

EVERY_SECONDS = 60
ROOM_LIVES = timedelta(hours=24)


class Command(BaseCommand):
    help = "Closes old rooms and sessions once a minute. Several at once do no harm."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="do it now and stop")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        if once:
            self._tick()
            return
        stopped = Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: stopped.set())
        self.stdout.write("The clock runs.")
        while not stopped.is_set():
            self._try_to_tick()
            stopped.wait(EVERY_SECONDS)
        self.stdout.write("The clock has stopped.")

    def _try_to_tick(self) -> None:
        """A database that is away for a while is no reason to stop: there is a next minute."""
        close_old_connections()
        try:
            self._tick()
        except OperationalError as error:
            self.stderr.write(f"No database: {error}")

    def _tick(self) -> None:
        now = timezone.now()
        rooms = service.close_old_rooms(opened_before=now - ROOM_LIVES)
        sessions, _ = Session.objects.filter(expire_date__lt=now).delete()
        if rooms or sessions:
            self.stdout.write(f"Closed {rooms} rooms, forgot {sessions} sessions.")
