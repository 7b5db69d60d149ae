"""The worker threads of the sockets, each of which keeps its database connection from one piece of
work to the next: to fetch one from the pool and check it with a query costs as much as the work
itself. Also an executor whose threads keep none."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier, local
from typing import Any, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections, connections

T = TypeVar("T")

FRESH_SECONDS = 2.0
# The exceptions of queries while the database cannot be reached, or accepts nothing.
AWAY = (OperationalError, InterfaceError)

_threads = ThreadPoolExecutor(settings.LIVE_THREADS, thread_name_prefix="live")
_this_thread = local()


async def in_thread(act: Callable[..., T], *args: Any) -> T:
    """Run the function in one of the sockets' threads, with that thread's database connection."""
    return await asyncio.get_running_loop().run_in_executor(
        _threads, run_with_connection, act, *args
    )


class _DatabaseStatus:
    """When a query last succeeded and last failed in any of these threads: what one thread finds
    out serves all of them."""

    answered = failed = 0.0


def run_with_connection(act: Callable[..., T], *args: Any) -> T:
    """Run the function with the database connection that this thread keeps. A thread that ends has
    to close its connection itself."""
    _refresh_connection()
    try:
        return act(*args)
    finally:
        has_failed = any(each.errors_occurred for each in connections.all(initialized_only=True))
        _this_thread.worked = time.monotonic()
        if has_failed:
            _DatabaseStatus.failed = _this_thread.worked
        else:
            _DatabaseStatus.answered = _this_thread.worked


def _refresh_connection() -> None:
    """Close a connection that failed and is not usable, or that was left inside a transaction. Have
    the others checked at their next use if a query has failed since this thread last worked, or if
    none has succeeded for a while."""
    is_idle = time.monotonic() - _DatabaseStatus.answered > FRESH_SECONDS
    is_in_doubt = is_idle or _DatabaseStatus.failed >= getattr(_this_thread, "worked", 0.0)
    for connection in connections.all(initialized_only=True):
        is_left_open = not (connection.autocommit or connection.in_atomic_block)
        if is_left_open or (connection.errors_occurred and not connection.is_usable()):
            connection.close()
        connection.errors_occurred = False
        if is_in_doubt:
            connection.health_check_done = False  # type: ignore[attr-defined]


class ConnectionlessExecutor(ThreadPoolExecutor):
    """The default executor of the event loop, whose threads give their database connections back
    after each piece of work: Django renders error pages there, and would leave a connection open in
    each thread."""

    def submit(self, act: Callable[..., T], /, *args: Any, **given: Any) -> Future[T]:
        return super().submit(_run_and_release, act, *args, **given)


def _run_and_release(act: Callable[..., T], *args: Any, **given: Any) -> T:
    try:
        return act(*args, **given)
    finally:
        close_old_connections()


def release_all_connections() -> None:
    """Close the database connections of all socket threads; for tests, which drop their
    database."""
    if not _threads._threads:
        return
    everyone = Barrier(settings.LIVE_THREADS)

    def close() -> None:
        everyone.wait(20)
        connections.close_all()

    for closing in [_threads.submit(close) for _thread in range(settings.LIVE_THREADS)]:
        closing.result()
