"""Threads for the work of sockets. Each keeps its connection to the database between two pieces
of work: a trip to the pool and a query to check what it gave cost as much as the work itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, local
from typing import Any, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, connections

T = TypeVar("T")

FRESH_SECONDS = 2.0
# What the work fails with while the database cannot be reached.
AWAY = (OperationalError, InterfaceError)

_threads = ThreadPoolExecutor(settings.LIVE_THREADS, thread_name_prefix="live")
_last = local()


async def in_thread(act: Callable[..., T], *args: Any) -> T:
    """One piece of work, with one connection."""
    return await asyncio.get_running_loop().run_in_executor(_threads, _work, act, args)


def _work(act: Callable[..., T], args: tuple[Any, ...]) -> T:
    _freshen()
    try:
        return act(*args)
    finally:
        _last.worked = time.monotonic()


def _freshen() -> None:
    """A connection that failed is given back; one that has been idle is checked when it is used."""
    was_idle = time.monotonic() - getattr(_last, "worked", 0.0) > FRESH_SECONDS
    for connection in connections.all(initialized_only=True):
        if connection.errors_occurred and not connection.is_usable():
            connection.close()
        connection.errors_occurred = False
        if was_idle:
            connection.health_check_done = False  # type: ignore[attr-defined]


def give_connections_back() -> None:
    """Of all the threads; for tests, which take their database away."""
    if not _threads._threads:
        return
    everyone = Barrier(settings.LIVE_THREADS)

    def close() -> None:
        everyone.wait(20)
        connections.close_all()

    for closing in [_threads.submit(close) for _thread in range(settings.LIVE_THREADS)]:
        closing.result()
