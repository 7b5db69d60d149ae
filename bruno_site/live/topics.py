"""Telling open pages that something has changed. They find out themselves what it is."""

from __future__ import annotations

import time
from collections.abc import Callable

from . import hub


def limit_drawings(topic: str, seconds: float) -> None:
    """Have pages of this topic drawn at most once in so many seconds, for a topic that many look at
    and that is poked often. The next drawing shows all that was poked meanwhile."""
    hub.pauses[topic] = seconds


def on_poke(topic: str, act: Callable[[], None]) -> None:
    """Have every process call the function when it hears a poke of this topic, before it draws any
    page for it; for what each process caches. It runs on the event loop, so it must not query
    anything."""
    hub.poke_callbacks[topic] = act


def poke(topic: str, stamp: int) -> None:
    """Tell every open page of this topic, in every process, that it is at `stamp`.

    To be called after the commit, from any thread. It neither waits nor fails: a page that misses a
    poke finds the change at its next heartbeat.
    """
    for listening in hub.all_hubs():
        listening.poke(topic, stamp)


def poke_now(topic: str) -> None:
    """Poke a topic that has no number of its own, with the current time as its stamp, if only to
    tell it from earlier ones."""
    poke(topic, this_moment())


def this_moment() -> int:
    """Return the current time in milliseconds, as a stamp."""
    return time.time_ns() // 1_000_000
