"""Web and clock end within five seconds of being told to, whatever they are at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from django.conf import settings

from bruno_site import shutdown
from scripts import compose, servers
from tests.kit.hanging import HANG, HANGS

pytestmark = pytest.mark.skipif(not settings.ONE_PROCESS, reason="is the same with services")

WITHIN = 5.0
SLACK = 3.0  # of a busy machine
ROUNDS = [True, False]


@contextmanager
def started(command: servers.Command, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    environment = os.environ | {"BRUNO_VAR": str(folder), "PYTHONUNBUFFERED": "1"}
    with (folder / "log").open("wb") as output:
        process = servers.spawn(command, compose.ROOT, output.fileno(), environment=environment)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def seconds_to_end(process: subprocess.Popen[bytes]) -> float:
    begin = time.monotonic()
    process.send_signal(signal.SIGTERM)
    process.wait(3 * WITHIN)
    return time.monotonic() - begin


@pytest.mark.parametrize("hangs", ROUNDS)
def test_a_web_process_ends_soon(tmp_path: Path, hangs: bool) -> None:
    port = servers.free_port()
    where = ("--bind", "127.0.0.1", "--port", str(port))
    command = (sys.executable, "-m", "bruno_site.server", *where, "tests.kit.hanging:application")
    with started(command, tmp_path) as process:
        address = f"127.0.0.1:{port}"
        servers.wait_until(lambda: compose.is_well(address), process, tmp_path / "log", 90)
        if hangs:
            with suppress(urllib.error.HTTPError):
                urllib.request.urlopen(f"http://{address}{HANG}", timeout=10)
        assert seconds_to_end(process) < WITHIN + SLACK
        assert process.returncode == 0


def test_whatever_hangs_is_not_waited_for_any_longer() -> None:
    """Without the slack that a test with processes needs."""
    assert shutdown.SECONDS < WITHIN


@pytest.fixture
def server_told() -> Iterator[list[str]]:
    """What the server's own answer to such a signal was."""
    told: list[str] = []
    before = signal.signal(signal.SIGUSR1, lambda *_given: told.append("server"))
    yield told
    signal.signal(signal.SIGUSR1, before)


def test_the_server_hears_of_it_as_well(
    server_told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or it would let nobody finish, and be ended in the middle every time."""
    monkeypatch.setattr(shutdown, "exit_soon", lambda: server_told.append("soon"))
    shutdown._arm(signal.SIGUSR1)
    signal.raise_signal(signal.SIGUSR1)
    assert server_told == ["soon", "server"]


def test_a_clock_ends_soon(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with started((sys.executable, "-m", "tests.kit.hanging"), tmp_path) as process:
        servers.wait_until(lambda: HANGS in log.read_text(), process, log, 90)
        assert seconds_to_end(process) < WITHIN + SLACK
        assert process.returncode == 0
