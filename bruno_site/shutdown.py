"""The end of a process within a few seconds of a signal, whatever work still hangs in it."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from types import FrameType

log = logging.getLogger(__name__)

# Longer than a move takes, and shorter than a supervisor waits before it kills a process.
SECONDS = 4.0


def exit_soon() -> None:
    """Start a thread that ends the process after SECONDS.

    Work that is cut off leaves nothing half-written: every move is one transaction.
    """
    threading.Thread(target=_exit, name="ending", daemon=True).start()


def _exit() -> None:
    """Wait for SECONDS, then end the process without waiting for its threads."""
    time.sleep(SECONDS)
    log.warning("Ended with work that did not come to an end")
    logging.shutdown()
    os._exit(0)


def exit_on_signal() -> None:
    """End the process soon after SIGTERM or SIGINT, in addition to what the server does by itself.

    The server stops its event loop. Threads that wait for that loop would keep the process alive
    for ever. Only the main thread can set signal handlers; in another thread this does nothing.
    """
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            _arm(number)


def _arm(number: signal.Signals) -> None:
    """Have the signal call `exit_soon` before the handler that it already has.

    A signal without a handler in Python is left alone.
    """
    previous = signal.getsignal(number)

    def handle(_number: int, frame: FrameType | None) -> None:
        exit_soon()
        if callable(previous):
            previous(number, frame)

    if callable(previous):
        signal.signal(number, handle)
