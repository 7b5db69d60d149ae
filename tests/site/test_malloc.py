"""P12: memory that a thread has freed can be used by the other threads."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

from tests.kit.repository import ROOT

# Eight threads that hold memory at the same time; then prints the heaps of the C library.
HEAPS = """
import ctypes, sys, threading
{first}
together = threading.Barrier(8)

def hold():
    held = [bytearray(5_000) for _ in range(200)]
    together.wait()

threads = [threading.Thread(target=hold) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
libc.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
libc.fclose.argtypes = [ctypes.c_void_p]
file = libc.fopen(b"/dev/stdout", b"w")
libc.malloc_info(0, file)
libc.fclose(file)
"""


def number_of_heaps(first: str) -> int:
    command = (sys.executable, "-c", HEAPS.format(first=first))
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.count("<heap nr=")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has such heaps")
def test_threads_share_two_heaps() -> None:
    assert number_of_heaps("") > 4
    assert number_of_heaps("from bruno_site import malloc; malloc.limit_arenas()") <= 2
