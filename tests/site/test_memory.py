"""P12: what threads have done with is not kept by each of them for itself."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

from tests.kit.repository import ROOT

# Eight threads that hold something at the same time, and then how many heaps there are.
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


def heaps(first: str) -> int:
    asked = (sys.executable, "-c", HEAPS.format(first=first))
    said = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True)
    return said.stdout.count("<heap nr=")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has such heaps")
def test_threads_share_two_heaps() -> None:
    assert heaps("") > 4
    assert heaps("from bruno_site import memory; memory.share()") <= 2
