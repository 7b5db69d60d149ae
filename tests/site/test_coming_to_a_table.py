"""What it costs to open a table's page, with all that stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bruno_site.live import arrivals, beside, rounds
from bruno_site.live.socket import Socket
from games.models import Player
from games.posted import reads
from games.table.live_page import TablePage
from tests.kit.at_table import AtTable
from tests.kit.board import cookie_of
from tests.kit.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_is_announced_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process asks that now and then, for all its pages."""
    monkeypatch.setattr(reads, "KEPT_FOR", timedelta(hours=1))


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
    Player.objects.update(seen_at=timezone.now() + timedelta(hours=1))  # no lease is due
    sockets = [socket for table in tables for socket in sockets_at(table)]
    come(sockets)  # what never changes is read once
    alone, of_each, together = queries_of(sockets[:1]), 5, 7
    assert alone == of_each + together
    assert queries_of(sockets) == of_each * len(sockets) + together


def test_a_beat_for_all_of_them_is_six_queries() -> None:
    """Who may still act, where the games are, who looks on, what is said, who is called, and who
    wants to play again."""
    sockets = sockets_at(AtTable())
    Player.objects.update(seen_at=timezone.now() + timedelta(hours=1))
    come(sockets)
    companions = [standing.companion for socket in sockets for standing in socket.beside]
    with CaptureQueriesContext(connection) as asked:
        found = rounds.whole_beat(sockets, companions)
    assert len(asked) == 6
    assert found.strangers == [] and not found.beside


def test_the_page_of_a_table_takes_eleven_queries(client: Client) -> None:
    table = AtTable()
    Player.objects.update(seen_at=timezone.now() + timedelta(hours=1))
    client.force_login(table.users[0])
    client.get(f"/games/{table.code}/")
    with CaptureQueriesContext(connection) as asked:
        client.get(f"/games/{table.code}/")
    assert len(asked) == 11
