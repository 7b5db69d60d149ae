"""Telling pages that something has changed. What has changed they find out themselves."""

from __future__ import annotations

import time
from collections.abc import Callable

from . import hub


def gather(topic: str, seconds: float) -> None:
    """For a topic that many look at and that is poked often: after a drawing its pages rest so
    long, and show all that was poked meanwhile at once."""
    hub.pauses[topic] = seconds


def whenever(topic: str, act: Callable[[], None]) -> None:
    """For what every process keeps: this is done where such a poke is heard, before a page is drawn
    for it. On the server's loop, so it asks nobody."""
    hub.deeds[topic] = act


def poke(topic: str, stamp: int) -> None:
    """Tell every open page of this topic, in every process, that it is at `stamp`.

    From any thread, after the commit. Nobody waits for it and it fails nobody: a page that misses
    a poke finds out at the next beat.
    """
    for listening in hub.all_hubs():
        listening.poke(topic, stamp)


def poke_now(topic: str) -> None:
    """The same for what has no number of its own: the moment is one, if only to tell it from the
    moments before."""
    poke(topic, this_moment())


def this_moment() -> int:
    return time.time_ns() // 1_000_000
