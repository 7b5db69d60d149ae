"""A process that is told to end does so soon, whatever still hangs in it."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from types import FrameType

log = logging.getLogger(__name__)

# Longer than a move takes, and shorter than whoever stops processes waits.
SECONDS = 4.0


def soon() -> None:
    """From now on so many seconds. What is written meanwhile is whole or not there: every move is
    one transaction."""
    threading.Thread(target=_end, name="ending", daemon=True).start()


def _end() -> None:
    time.sleep(SECONDS)
    log.warning("Ended with work that did not come to an end")
    logging.shutdown()
    os._exit(0)


def when_told() -> None:
    """Beside what the server does then by itself: threads that wait for a loop that has stopped
    would keep the process for ever."""
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            _arm(number)


def _arm(number: signal.Signals) -> None:
    before = signal.getsignal(number)

    def told(_number: int, frame: FrameType | None) -> None:
        soon()
        if callable(before):
            before(number, frame)

    if callable(before):
        signal.signal(number, told)
