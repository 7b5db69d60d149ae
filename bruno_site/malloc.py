"""Settings of the C library's allocator, so that memory freed by one thread serves the others.

By default glibc gives nearly every thread a heap of its own (an arena) and seldom returns free
memory from it. A process whose threads render pages grew hour after hour, although it leaked
nothing.
"""

from __future__ import annotations

import ctypes
from typing import Final

M_ARENA_MAX: Final = -8
M_MMAP_THRESHOLD: Final = -3
ARENAS: Final = 2
LARGE: Final = (
    128 * 1024
)  # bytes; a larger block is mapped on its own and returned when it is freed


def limit_arenas() -> None:
    """Limit the process to two arenas, where the C library is glibc; others have no such setting.

    Call it before the first thread is started.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_ARENA_MAX, ARENAS)
        mallopt(M_MMAP_THRESHOLD, LARGE)
