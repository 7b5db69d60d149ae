"""P21 on PostgreSQL: a dump restores to games that all replay."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction

from games.models import Game
from scripts import compose, servers
from tests.kit.at_table import AtTable
from tests.kit.replayed import replayed

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

BESIDE = "bruno_restored"


def url_of(database: str) -> str:
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}").geturl()


@pytest.fixture
def beside() -> Iterator[str]:
    """An empty database on the same server."""
    with psycopg.connect(url_of("postgres"), autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {BESIDE}")
        server.execute(f"CREATE DATABASE {BESIDE}")
        yield url_of(BESIDE)
        server.execute(f"DROP DATABASE {BESIDE} WITH (FORCE)")


def words_of(program: str) -> list[str]:
    """What the Makefile tells it, but for who and where."""
    makefile = (compose.ROOT / "Makefile").read_text()
    said = re.search(rf"{program} --username bruno (.*?)[<>]", makefile)
    assert said is not None
    options = said[1].replace("--dbname bruno", "").split()
    return [word for word in options if word != "bruno"]


def test_a_dump_taken_in_the_middle_of_a_move_restores_to_games_that_replay(
    beside: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", settings.SECRET_KEY)
    AtTable()
    programs, dump = servers.postgres_binaries(tmp_path), tmp_path / "dump"
    playing = url_of(connection.settings_dict["NAME"])
    with transaction.atomic():
        Game.objects.update(deadline=None, seq=10_000)  # half of a move
        with dump.open("wb") as output:
            save = [str(programs / "pg_dump"), *words_of("pg_dump"), playing]
            subprocess.run(save, stdout=output, check=True, timeout=60)
        transaction.set_rollback(True)
    restore = [str(programs / "pg_restore"), *words_of("pg_restore"), "--dbname", beside, str(dump)]
    subprocess.run(restore, check=True, timeout=60)
    assert replayed(beside) == f"{Game.objects.count()} 0"
