"""Several things at once, through the real door."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection

from games.log import door
from games.log.door import Stale
from games.rules.game import IllegalAction


def at_once(attempts: Sequence[Callable[[], object]]) -> Counter[str]:
    """From threads that wait for each other: how many were made, or refused as what."""
    barrier, outcomes = threading.Barrier(len(attempts)), Counter[str]()

    def attempt(act: Callable[[], object]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(10)
            act()
            outcomes["made"] += 1
        except (Stale, IllegalAction) as refusal:
            outcomes[type(refusal).__name__] += 1
        finally:
            connection.close()

    threads = [threading.Thread(target=attempt, args=(act,)) for act in attempts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return outcomes


def late(move: dict[str, Any], wait: float) -> None:
    time.sleep(wait)
    door.play(**move)
