"""Refused WebSocket handshakes cost next to nothing (P14)."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from daphne.http_protocol import WebRequest
from twisted.internet.error import ConnectionDone
from twisted.python.failure import Failure

from bruno_site import server_limits
from bruno_site.live.quotas import Handshakes
from tests.kit.server_line import HANDSHAKE, Line


def line_for_handshakes() -> Line:
    """Return a connection to a stub server: making a socket of a handshake would raise on it."""
    line = Line()
    line.channel.requestFactory = server_limits.Request
    line.channel.factory.server = SimpleNamespace(
        protocol_connected=lambda _request: None,
        protocol_disconnected=lambda _request: None,
        log_action=lambda *_told: None,
        server_name="",
    )
    return line


@pytest.fixture(autouse=True)
def coming(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Handshakes:
    """Refuse all handshakes, after a short delay, and count them in a fresh `Handshakes`."""
    settings.HANDSHAKES_AT_ONCE = 0
    monkeypatch.setattr(server_limits, "REFUSED_AFTER", 0.01)
    coming = Handshakes()
    monkeypatch.setattr(server_limits, "handshakes", coming)
    return coming


async def test_a_handshake_above_the_quota_is_refused_before_a_socket_is_made(
    coming: Handshakes,
) -> None:
    """The refusal comes after a delay and without a query: this test may not use the database."""
    line = line_for_handshakes()
    line.come(HANDSHAKE)
    assert not line.said() and not line.is_closed
    await asyncio.sleep(0.03)
    assert line.said().startswith(b"HTTP/1.1 429 ") and line.is_closed
    assert coming.refused == 0


@pytest.mark.parametrize("origin", [b"http://evil.example", b"null", b""])
async def test_pages_of_other_sites_open_no_socket_and_use_no_quota(
    coming: Handshakes, settings: Any, origin: bytes
) -> None:
    settings.HANDSHAKES_AT_ONCE = 1
    line = line_for_handshakes()
    line.come(HANDSHAKE.replace(b"http://127.0.0.1", origin))
    await asyncio.sleep(0.03)
    assert line.said().startswith(b"HTTP/1.1 403 ") and line.is_closed
    assert not coming.coming


async def test_a_client_that_disconnected_gets_no_answer(coming: Handshakes) -> None:
    line = line_for_handshakes()
    line.come(HANDSHAKE)
    line.channel.connectionLost(Failure(ConnectionDone()))  # type: ignore[no-untyped-call]
    await asyncio.sleep(0.03)
    assert not line.said()
    assert coming.refused == 0


async def test_above_a_limit_of_delayed_refusals_the_connection_is_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_limits, "MOST_REFUSED", 2)
    lines = [line_for_handshakes() for _ in range(3)]
    for line in lines:
        line.come(HANDSHAKE)
    assert [line.transport.disconnected for line in lines] == [False, False, True]
    await asyncio.sleep(0.03)
    assert [line.said()[:13] for line in lines] == [b"HTTP/1.1 429 "] * 2 + [b""]


async def test_behind_a_proxy_each_address_has_its_own_quota_of_handshakes(
    coming: Handshakes, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HANDSHAKES_AT_ONCE, settings.CLIENT_ADDRESS_HEADER = 1, "X-Real-IP"
    taken: list[Any] = []
    monkeypatch.setattr(WebRequest, "process", lambda request: taken.append(request))
    for address in (b"203.0.113.9", b"203.0.113.10", b"203.0.113.9", b"203.0.113.10"):
        named = b"\r\nX-Real-IP: 10.0.0.1, " + address + b"\r\n\r\n"
        line_for_handshakes().come(HANDSHAKE.replace(b"\r\n\r\n", named))
    assert set(coming.coming) == {"203.0.113.9", "203.0.113.10"}
    assert (len(taken), coming.refused) == (2, 2)
