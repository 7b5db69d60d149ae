"""What it costs to open a table's page, with all that stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bruno_site.live import arrivals, beside
from bruno_site.live.socket import Socket
from games.table.live_page import TablePage
from tests.kit.at_table import AtTable
from tests.kit.board import cookie_of
from tests.kit.factories import UserFactory
from tests.kit.timed import everybody_stays

pytestmark = pytest.mark.django_db


def sockets_at(table: AtTable) -> list[Any]:
    sockets: list[Any] = []
    for user in table.users:
        sockets.append(Socket(opens=TablePage.open, place="game"))
        headers = [(b"cookie", cookie_of(user))]
        sockets[-1].scope = {"headers": headers, "url_route": {"kwargs": {"code": table.code}}}
    return sockets


def come(sockets: Sequence[Any]) -> None:
    """As the hub does it: they are opened, drawn, and then what stands beside them."""
    assert arrivals.open_all(sockets) == {}
    for socket in sockets:
        assert socket.draw().parts
    standings = [standing for socket in sockets for standing in socket.beside]
    assert len(beside._draw_all(standings)) == 4 * len(sockets)


def queries_of(sockets: Sequence[Any]) -> int:
    with CaptureQueriesContext(connection) as asked:
        come(sockets)
    return len(asked)


def test_whoever_comes_with_others_costs_half_as_much() -> None:
    """Who they are is asked of each; where the games are, and all else, of all together."""
    tables = [AtTable(users=UserFactory.create_batch(4)) for _ in range(3)]
    for table in tables:
        everybody_stays(table.game)
    sockets = [socket for table in tables for socket in sockets_at(table)]
    come(sockets)  # what never changes is read once
    alone, of_each, together = queries_of(sockets[:1]), 5, 7
    assert alone == of_each + together
    assert queries_of(sockets) == of_each * len(sockets) + together


def test_the_page_of_a_table_takes_eleven_queries(client: Client) -> None:
    table = AtTable()
    everybody_stays(table.game)
    client.force_login(table.users[0])
    client.get(f"/games/{table.code}/")
    with CaptureQueriesContext(connection) as asked:
        client.get(f"/games/{table.code}/")
    assert len(asked) == 11
