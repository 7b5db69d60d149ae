"""Memory that threads have done with goes back to where others can use it.

The C library gives nearly every thread a heap of its own and seldom returns what is free there: a
process whose threads draw pages grew by hour after hour, though it held on to nothing.
"""

from __future__ import annotations

import ctypes
from typing import Final

M_ARENA_MAX: Final = -8
M_MMAP_THRESHOLD: Final = -3
ARENAS: Final = 2
LARGE: Final = 128 * 1024  # a piece of this size has its own pages, and they go when it goes


def share() -> None:
    """Before the first thread is started. Other C libraries than glibc have no such settings."""
    settle = getattr(ctypes.CDLL(None), "mallopt", None)
    if settle is not None:
        settle(M_ARENA_MAX, ARENAS)
        settle(M_MMAP_THRESHOLD, LARGE)
