"""What a stranger writes into a request, byte by byte, to a server as it runs (P13, P14)."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from scripts import compose

pytestmark = pytest.mark.skipif(not settings.ONE_PROCESS, reason="one process shows it")

ELSEWHERE = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY"}
HANDSHAKE = (
    b"GET /ws/learn/bruno/ HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n"
)
TOO_MUCH = settings.LARGEST_REQUEST + 1
PIECE = b"x" * 1000
SOON = 10  # seconds; the server took minutes
CHUNK = b"%x\r\n%b\r\n" % (len(PIECE), PIECE)


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    plain = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    environment = plain | {"BRUNO_VAR": str(folder)}
    compose.run_once("migrate", environment)
    with compose.running_web(environment, folder / "log") as address:
        yield address
    assert "Traceback" not in Path(folder / "log").read_text()


def asked(web: str, head: bytes, body: bytes = b"") -> bytes:
    host, port = web.split(":")
    with closing(socket.create_connection((host, int(port)), timeout=30)) as line:
        said = head + b"Host: %b\r\nOrigin: http://%b\r\n\r\n" % (web.encode(), web.encode())
        line.sendall(said + body)
        answer = b""
        while piece := line.recv(65536):
            answer += piece
            if answer.startswith(b"HTTP/1.1 101"):
                break
    return answer


def page(web: str, header: bytes = b"") -> bytes:
    return asked(web, b"GET / HTTP/1.1\r\nConnection: close\r\n" + header)


@pytest.mark.parametrize("name", [b"Daphne-Root-Path", b"dAPHNE-rOOT-pATH"])
def test_nobody_puts_a_host_before_our_links(web: str, name: bytes) -> None:
    told = page(web, name + b": https://evil.example\r\n")
    assert told.startswith(b"HTTP/1.1 200")
    assert b"evil.example" not in told + page(web)


@pytest.mark.parametrize("name", [b"Daphne-Root-Path", b"Sec-WebSocket-Protocol"])
@pytest.mark.parametrize("value", [b"/x", b"\xff", "é".encode(), b"%", b""])
def test_headers_that_daphne_obeys_trip_nobody(web: str, name: bytes, value: bytes) -> None:
    header = name + b": " + value + b"\r\n"
    assert page(web, header).startswith(b"HTTP/1.1 200")
    assert asked(web, HANDSHAKE + header).startswith(b"HTTP/1.1 101")


@pytest.mark.parametrize(
    ("header", "body"),
    [
        (b"Content-Length: %d\r\n" % TOO_MUCH, b"x" * TOO_MUCH),
        (b"Transfer-Encoding: chunked\r\n", CHUNK * (TOO_MUCH // 1000 + 1) + b"0\r\n\r\n"),
    ],
    ids=["with its length", "in pieces"],
)
def test_what_is_far_too_long_is_refused_in_a_sentence(
    web: str, header: bytes, body: bytes
) -> None:
    kind = b"Content-Type: application/x-www-form-urlencoded\r\n"
    head = b"POST /accounts/log-in/ HTTP/1.1\r\nConnection: close\r\n" + kind + header
    told = asked(web, head, body)
    assert told.startswith(b"HTTP/1.1 413")
    assert b"far too long" in told


def test_no_form_keeps_everybody_waiting(web: str) -> None:
    """What a part says of itself takes as long to read as it is long, times itself."""
    part = b"--x\r\nContent-Disposition: form-data" + b";a=b" * 200_000 + b"\r\n\r\n\r\n--x--\r\n"
    kind = b"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: %d\r\n" % len(part)
    begun = time.monotonic()
    told = asked(web, b"POST /accounts/log-in/ HTTP/1.1\r\nConnection: close\r\n" + kind, part)
    assert b"<main" in told
    assert time.monotonic() - begun < SOON


def test_a_form_in_no_parts_is_refused_in_a_sentence(web: str) -> None:
    kind = b"Content-Type: multipart/form-data\r\nContent-Length: 9\r\n"
    head = b"POST /accounts/log-in/ HTTP/1.1\r\nConnection: close\r\n" + kind
    told = asked(web, head, b"username=")
    assert told.startswith(b"HTTP/1.1 400")
    assert b"<main" in told
