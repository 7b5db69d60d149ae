"""How many queries it takes to open the live page of a game, with all its widgets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bruno_site.live import heartbeat, page_opening, widgets
from bruno_site.live.socket import Socket
from games.models import Player
from games.posted import reads
from games.table.live_page import TablePage
from tests.kit.at_table import AtTable
from tests.kit.board import cookie_of
from tests.kit.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cached_announcements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep announcements cached: a process queries them now and then for all its pages."""
    monkeypatch.setattr(reads, "KEPT_FOR", timedelta(hours=1))


def sockets_at(table: AtTable) -> list[Any]:
    sockets: list[Any] = []
    for user in table.users:
        sockets.append(Socket(opens=TablePage.open, place="game"))
        headers = [(b"cookie", cookie_of(user))]
        sockets[-1].scope = {"headers": headers, "url_route": {"kwargs": {"code": table.code}}}
    return sockets


def open_pages(sockets: Sequence[Any]) -> None:
    """Open the pages as the hub does: open them, render them, then render their widgets."""
    assert page_opening.open_all(sockets) == {}
    for socket in sockets:
        assert socket.draw().parts
    standings = [standing for socket in sockets for standing in socket.beside]
    assert len(widgets._draw_all(standings)) == 4 * len(sockets)


def queries_of(sockets: Sequence[Any]) -> int:
    with CaptureQueriesContext(connection) as asked:
        open_pages(sockets)
    return len(asked)


def test_pages_opened_together_share_more_than_half_of_their_queries() -> None:
    """The users are queried one by one; the states of the games and all else at once for all."""
    tables = [AtTable(users=UserFactory.create_batch(4)) for _ in range(3)]
    Player.objects.update(seen_at=timezone.now() + timedelta(hours=1))  # no lease is to be renewed
    sockets = [socket for table in tables for socket in sockets_at(table)]
    open_pages(sockets)  # fills the caches
    alone, of_each, together = queries_of(sockets[:1]), 5, 7
    assert alone == of_each + together
    assert queries_of(sockets) == of_each * len(sockets) + together


def test_a_heartbeat_for_all_pages_takes_six_queries() -> None:
    """Permissions, states of the games, spectators, chat, notifications, and rematches."""
    sockets = sockets_at(AtTable())
    Player.objects.update(seen_at=timezone.now() + timedelta(hours=1))
    open_pages(sockets)
    companions = [standing.companion for socket in sockets for standing in socket.beside]
    with CaptureQueriesContext(connection) as asked:
        found = heartbeat.run_beat(sockets, companions)
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
