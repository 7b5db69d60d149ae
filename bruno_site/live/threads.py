"""Threads that keep their connection to the database between two pieces of work: a trip to the pool
and a query to check what it gave cost as much as the work itself. The sockets' are here, and those
that keep none."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier, local
from typing import Any, TypeVar

from django.conf import settings
from django.db import (
    InterfaceError,
    OperationalError,
    close_old_connections,
    connections,
)

T = TypeVar("T")

FRESH_SECONDS = 2.0
# What the work fails with while the database cannot be reached, or takes nothing.
AWAY = (OperationalError, InterfaceError)

_threads = ThreadPoolExecutor(settings.LIVE_THREADS, thread_name_prefix="live")
_last = local()


async def in_thread(act: Callable[..., T], *args: Any) -> T:
    """One piece of work, with one connection."""
    return await asyncio.get_running_loop().run_in_executor(_threads, with_kept, act, *args)


class _Database:
    """What one thread has found out about it, the others know as well."""

    answered = failed = 0.0


def with_kept(act: Callable[..., T], *args: Any) -> T:
    """With the connection that this thread keeps. One that ends has to close it."""
    _freshen()
    try:
        return act(*args)
    finally:
        has_failed = any(each.errors_occurred for each in connections.all(initialized_only=True))
        _last.worked = time.monotonic()
        if has_failed:
            _Database.failed = _last.worked
        else:
            _Database.answered = _last.worked


def _freshen() -> None:
    """A connection that failed, or was left within a transaction, is given back. The others are
    checked when they are used next, and so are all that have been idle while nobody asked the
    database anything."""
    is_idle = time.monotonic() - _Database.answered > FRESH_SECONDS
    is_in_doubt = is_idle or _Database.failed >= getattr(_last, "worked", 0.0)
    for connection in connections.all(initialized_only=True):
        is_left = not (connection.autocommit or connection.in_atomic_block)
        if is_left or (connection.errors_occurred and not connection.is_usable()):
            connection.close()
        connection.errors_occurred = False
        if is_in_doubt:
            connection.health_check_done = False  # type: ignore[attr-defined]


class KeepingNone(ThreadPoolExecutor):
    """For the loop: Django draws pages for errors there, and would leave a connection in each."""

    def submit(self, act: Callable[..., T], /, *args: Any, **given: Any) -> Future[T]:
        return super().submit(_giving_back, act, *args, **given)


def _giving_back(act: Callable[..., T], *args: Any, **given: Any) -> T:
    try:
        return act(*args, **given)
    finally:
        close_old_connections()


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
