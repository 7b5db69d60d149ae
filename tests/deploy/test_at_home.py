"""With nothing set and nothing installed beside it, one process on SQLite is the whole site."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from games.rules import kinds
from scripts import compose, servers

pytestmark = pytest.mark.skipif(not settings.ONE_PROCESS, reason="is about the one process")

ELSEWHERE = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY"}
LONGEST = 60


@contextmanager
def at_home(folder: Path, log: Path) -> Iterator[None]:
    """Until every game there is over, and no table waits for anybody."""
    port = servers.free_port()
    plain = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    command = (sys.executable, "-m", "tests.kit.hurried", str(port))
    with log.open("wb") as output:
        process = servers.spawn(
            command,
            compose.ROOT,
            output.fileno(),
            environment=plain | {"BRUNO_VAR": str(folder)},
        )
    try:
        servers.wait_until(lambda: compose.is_well(f"127.0.0.1:{port}"), process, log)
        servers.wait_until(lambda: unfinished(folder) == [], process, log, LONGEST)
        servers.wait_until(lambda: waiting(folder) == [], process, log, LONGEST)
        yield
    finally:
        servers.stop(process)


def rows(folder: Path, question: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "bruno.sqlite3")) as database:
        return database.execute(question).fetchall()


def unfinished(folder: Path) -> list[tuple[Any, ...]]:
    return rows(folder, "SELECT kind, seq FROM games_game WHERE finished_at IS NULL")


def waiting(folder: Path) -> list[tuple[Any, ...]]:
    """Not before people could have come back to a site that has just started."""
    return rows(folder, "SELECT code FROM lobby_room")


def test_games_of_bots_alone_are_played_and_old_rooms_closed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with at_home(tmp_path, log):
        results = dict(rows(tmp_path, "SELECT kind, result FROM games_game"))
        movers = rows(tmp_path, "SELECT DISTINCT by FROM games_move WHERE seat IS NOT NULL")
    assert results.keys() == kinds().keys() and all(results.values())
    assert movers == [("bot",)]
    assert "Traceback" not in log.read_text()


@pytest.mark.django_db
def test_what_is_acknowledged_is_on_the_disk() -> None:
    """P1, also when the power goes at that moment: 2 is FULL."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        journal = cursor.fetchone()
        cursor.execute("PRAGMA synchronous")
        assert (journal, cursor.fetchone()) == (("wal",), (2,))
