"""Processes with work in them that does not come to an end by itself.

python -m bruno_site.server --port 8000 tests.kit.hanging:application
python -m tests.kit.hanging
"""

from __future__ import annotations

import asyncio
import os
from datetime import datetime, timedelta
from threading import Event
from typing import Any

import django
from asgiref.sync import async_to_sync
from django.core.management import call_command

SECONDS = 60.0
HANG = "/hang/"
HANGS = "Something hangs."


async def application(scope: Any, receive: Any, send: Any) -> None:
    from bruno_site.asgi import application as site
    from bruno_site.live.threads import in_thread

    if scope.get("path") == HANG:
        loop = asyncio.get_running_loop()
        # A thread that is busy, and one that waits for a loop which will not run any more.
        loop.create_task(in_thread(Event().wait, SECONDS))
        loop.create_task(in_thread(async_to_sync(asyncio.sleep), SECONDS))
    await site(scope, receive, send)


def _hang(now: datetime) -> int:
    print(HANGS, flush=True)
    Event().wait(SECONDS)
    return 0


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruno_site.settings")
    django.setup()
    from bruno_site.core import jobs

    hanging = jobs.Job("hanging", timedelta(hours=1), _hang)
    jobs.jobs = lambda: iter([hanging])
    call_command("run_clock")


if __name__ == "__main__":
    main()
