"""Bots that take their time, and those who wait for them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from games import bots

PATIENCE = 60.0  # on a machine that has much else to do


def hard_ones_waiting_for(event: threading.Event) -> Callable[[str, str], bots.Choose]:
    def slow(view: Any, actions: Any, rng: Any) -> Any:
        event.wait(PATIENCE)
        return actions[0]

    return lambda kind, level: slow if level == "hard" else bots.bot(kind, level)
