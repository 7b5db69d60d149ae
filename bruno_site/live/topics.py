"""Telling pages that something has changed. What has changed they find out themselves."""

from __future__ import annotations

from . import hub


def poke(topic: str, stamp: int) -> None:
    """Tell every open page of this topic, in every process, that it is at `stamp`.

    From any thread, after the commit. Nobody waits for it and it fails nobody: a page that misses
    a poke finds out at the next beat.
    """
    for listening in hub.all_hubs():
        listening.poke(topic, stamp)
