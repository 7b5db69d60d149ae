"""Handshakes that are refused cost next to nothing (P14)."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from daphne.http_protocol import WebRequest
from twisted.internet.error import ConnectionDone
from twisted.python.failure import Failure

from bruno_site import requests
from bruno_site.live.crowd import Handshakes
from tests.kit.server_line import HANDSHAKE, Line


def knocking_line() -> Line:
    """One on which the server would trip if it made a socket, or anything else, of a handshake."""
    line = Line()
    line.channel.requestFactory = requests.Request
    line.channel.factory.server = SimpleNamespace(
        protocol_connected=lambda _request: None,
        protocol_disconnected=lambda _request: None,
        log_action=lambda *_told: None,
        server_name="",
    )
    return line


@pytest.fixture(autouse=True)
def coming(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Handshakes:
    """Nobody's handshake is taken, and all of that soon."""
    settings.HANDSHAKES_AT_ONCE = 0
    monkeypatch.setattr(requests, "REFUSED_AFTER", 0.01)
    coming = Handshakes()
    monkeypatch.setattr(requests, "handshakes", coming)
    return coming


async def test_a_handshake_too_many_is_refused_before_anything_is_made_of_it(
    coming: Handshakes,
) -> None:
    """After a while, and without a query: there is no database in this test."""
    line = knocking_line()
    line.come(HANDSHAKE)
    assert not line.said() and not line.is_closed
    await asyncio.sleep(0.03)
    assert line.said().startswith(b"HTTP/1.1 429 ") and line.is_closed
    assert coming.refused == 0


@pytest.mark.parametrize("origin", [b"http://evil.example", b"null", b""])
async def test_pages_of_others_open_no_socket_and_cost_an_address_nothing(
    coming: Handshakes, settings: Any, origin: bytes
) -> None:
    settings.HANDSHAKES_AT_ONCE = 1
    line = knocking_line()
    line.come(HANDSHAKE.replace(b"http://127.0.0.1", origin))
    await asyncio.sleep(0.03)
    assert line.said().startswith(b"HTTP/1.1 403 ") and line.is_closed
    assert not coming.coming


async def test_who_has_left_meanwhile_is_told_nothing(coming: Handshakes) -> None:
    line = knocking_line()
    line.come(HANDSHAKE)
    line.channel.connectionLost(Failure(ConnectionDone()))  # type: ignore[no-untyped-call]
    await asyncio.sleep(0.03)
    assert not line.said()
    assert coming.refused == 0


async def test_so_many_wait_for_that_and_the_next_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MOST_REFUSED", 2)
    lines = [knocking_line() for _ in range(3)]
    for line in lines:
        line.come(HANDSHAKE)
    assert [line.transport.disconnected for line in lines] == [False, False, True]
    await asyncio.sleep(0.03)
    assert [line.said()[:13] for line in lines] == [b"HTTP/1.1 429 "] * 2 + [b""]


async def test_behind_a_proxy_that_tells_each_address_has_its_own_handshakes(
    coming: Handshakes, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HANDSHAKES_AT_ONCE, settings.CLIENT_ADDRESS_HEADER = 1, "X-Real-IP"
    taken: list[Any] = []
    monkeypatch.setattr(WebRequest, "process", lambda request: taken.append(request))
    for address in (b"203.0.113.9", b"203.0.113.10", b"203.0.113.9", b"203.0.113.10"):
        named = b"\r\nX-Real-IP: 10.0.0.1, " + address + b"\r\n\r\n"
        knocking_line().come(HANDSHAKE.replace(b"\r\n\r\n", named))
    assert set(coming.coming) == {"203.0.113.9", "203.0.113.10"}
    assert (len(taken), coming.refused) == (2, 2)
