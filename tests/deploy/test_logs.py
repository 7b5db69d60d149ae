"""With LOG_FORMAT=json every line of a process is one object, whatever goes wrong in it."""

from __future__ import annotations

import json
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import compose, servers
from tests.kit import processes

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

NO_LINGER = struct.pack("ii", 1, 0)
# A warning, and faults that nobody catches: of a thread, and of the process.
TROUBLE = """
import django; django.setup()
import threading, warnings
warnings.warn("odd")
def fail(): raise ValueError("/t/abcdefgh/ in a thread")
thread = threading.Thread(target=fail); thread.start(); thread.join()
raise ValueError("/t/abcdefgh/ at the end")
"""


def leave_in_the_middle(port: int) -> None:
    """Of the answer, as a line that is cut does."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
        line.sendall(b"GET /metrics HTTP/1.1\r\n\r\n" * 20)


def objects_in(text: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def environment() -> dict[str, str]:
    site = {
        "LOG_FORMAT": "json",
        "LOG_LEVEL": "INFO",
        "DJANGO_SETTINGS_MODULE": "bruno_site.settings",
    }
    return processes.environment() | site


def test_web_and_clock_write_objects_alone(environment: dict[str, str], tmp_path: Path) -> None:
    web, clock = tmp_path / "web.log", tmp_path / "clock.log"
    port = servers.free_port()
    figures = {"METRICS_ADDRESS": f"127.0.0.1:{port}"}
    with (
        compose.running_web(environment | figures, web),
        compose.running("clock", environment, clock, {}) as process,
    ):
        for _visit in range(20):
            leave_in_the_middle(port)
        servers.wait_until(lambda: clock.stat().st_size > 0, process, clock)
    assert objects_in(web.read_text())
    said = [told["message"] for told in objects_in(clock.read_text())]
    assert said[0] == "The clock runs" and said[-1] == "The clock has stopped"


def test_warnings_and_faults_that_nobody_catches_are_objects_too(
    environment: dict[str, str],
) -> None:
    done = subprocess.run(
        (sys.executable, "-c", TROUBLE),
        cwd=compose.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "abcdefgh" not in done.stderr
    odd, of_a_thread, at_the_end = objects_in(done.stderr)
    assert "odd" in odd["message"] and odd["level"] == "WARNING"
    assert of_a_thread["fault"].endswith("/t/… in a thread")
    assert at_the_end["fault"].endswith("/t/… at the end") and done.returncode == 1
