"""P21 on PostgreSQL: a dump restores to games that all replay. `make` talks to a stand-in for
docker, which runs the same programs on the tests' own server."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
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
# What the site and its database are called is another name here.
STAND_IN = """#!/bin/sh
shift
echo "$*" >> "$TOLD"
test "$1" = exec || exit 0
shift 3
for word; do
  test "$word" = bruno && { test "$before" = --username && word=$PGUSER || word=$SITE; }
  before=$word
  set -- "$@" "$word"
  shift
done
exec "$@"
"""
EXECUTED = "exec -T postgres"


def url_of(database: str, user: str = "") -> str:
    url = urlsplit(os.environ["DATABASE_URL"])
    who = f"{user}:{user}@{url.hostname}:{url.port}" if user else url.netloc
    return url._replace(netloc=who, path=f"/{database}").geturl()


@pytest.fixture
def beside() -> Iterator[str]:
    """An empty database on the same server, of a user like the site's own."""
    with psycopg.connect(url_of("postgres"), autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {BESIDE} WITH (FORCE)")
        server.execute(f"DROP ROLE IF EXISTS {BESIDE}")
        server.execute(f"CREATE ROLE {BESIDE} LOGIN PASSWORD '{BESIDE}'")
        server.execute(f"CREATE DATABASE {BESIDE} OWNER {BESIDE}")
        yield url_of(BESIDE, BESIDE)
        server.execute(f"DROP DATABASE {BESIDE} WITH (FORCE)")
        server.execute(f"DROP ROLE {BESIDE}")


@dataclass
class Compose:
    """What an operator does with `make … COMPOSE=1`, and what docker was told."""

    folder: Path
    programs: Path

    def make(self, goal: str, file: Path, url: str) -> subprocess.CompletedProcess[str]:
        at = urlsplit(url)
        to_postgres = {"PGHOST": at.hostname or "", "PGPORT": str(at.port), "SITE": at.path[1:]}
        who = {"PGUSER": at.username or "", "PGPASSWORD": at.password or ""}
        path = os.pathsep.join(map(str, (self.folder, self.programs, os.environ["PATH"])))
        plain = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
        return subprocess.run(
            ("make", goal, "COMPOSE=1", f"FILE={file}"),
            cwd=compose.ROOT,
            env=plain | to_postgres | who | {"PATH": path, "TOLD": str(self.folder / "told")},
            capture_output=True,
            text=True,
            timeout=120,
        )

    @property
    def told(self) -> list[str]:
        """But for what was run within the database's container."""
        lines = (self.folder / "told").read_text().splitlines()
        return [line for line in lines if not line.startswith(EXECUTED)]


@pytest.fixture
def composed(tmp_path: Path) -> Compose:
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "docker").write_text(STAND_IN)
    (folder / "docker").chmod(0o755)
    return Compose(folder, servers.postgres_binaries(tmp_path))


@pytest.fixture
def dump(composed: Compose, tmp_path: Path) -> Path:
    """Of the tests' database, taken in the middle of a move."""
    AtTable()
    with transaction.atomic():
        Game.objects.update(deadline=None, seq=10_000)  # half of a move
        playing = url_of(connection.settings_dict["NAME"])
        done = composed.make("backup", tmp_path / "dump", playing)
        transaction.set_rollback(True)
    assert done.returncode == 0, done.stderr
    return tmp_path / "dump"


def test_a_dump_taken_in_the_middle_of_a_move_restores_to_games_that_replay(
    beside: str, composed: Compose, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", settings.SECRET_KEY)
    assert dump.stat().st_mode & 0o077 == 0
    for _time in range(2):  # onto nothing, and onto what is there
        done = composed.make("restore", dump, beside)
        assert done.returncode == 0, done.stderr
    assert composed.told[-3:] == ["stop web clock", "run --rm migrate", "start web clock"]
    assert replayed(beside) == f"{Game.objects.count()} 0"


def test_a_dump_of_an_older_site_takes_the_place_of_a_newer_one(
    beside: str, composed: Compose, dump: Path
) -> None:
    assert composed.make("restore", dump, beside).returncode == 0
    with psycopg.connect(beside, autocommit=True) as newer:
        newer.execute("CREATE TABLE games_newer (game_id bigint REFERENCES games_game)")
        done = composed.make("restore", dump, beside)
        assert done.returncode == 0, done.stderr
        assert newer.execute("SELECT to_regclass('games_newer')").fetchone() == (None,)


@pytest.mark.parametrize("kept", [0, 0.5])
def test_a_broken_file_stops_nothing(
    beside: str, composed: Compose, dump: Path, tmp_path: Path, kept: float
) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(dump.read_bytes()[: int(dump.stat().st_size * kept)])
    assert composed.make("restore", broken, beside).returncode != 0
    assert composed.make("restore", tmp_path / "missing", beside).returncode != 0
    assert composed.told == []


def test_what_is_no_dump_of_a_site_takes_the_place_of_none(
    beside: str, composed: Compose, dump: Path, tmp_path: Path
) -> None:
    assert composed.make("backup", tmp_path / "other", beside).returncode == 0
    done = composed.make("restore", tmp_path / "other", beside)
    assert done.returncode != 0 and "Nothing was changed" in done.stdout
    assert composed.told == []


def test_a_dump_from_before_this_shape_is_refused_in_a_sentence(
    beside: str, composed: Compose, tmp_path: Path
) -> None:
    with psycopg.connect(beside, autocommit=True) as older:
        older.execute("CREATE TABLE games_move (id integer)")
    assert composed.make("backup", tmp_path / "older", beside).returncode == 0
    done = composed.make("restore", tmp_path / "older", beside)
    assert done.returncode != 0 and "was made before version 0.2.0" in done.stdout
    assert composed.told == []


def test_a_site_that_cannot_be_restored_is_started_again(
    beside: str, composed: Compose, dump: Path
) -> None:
    with psycopg.connect(url_of(BESIDE), autocommit=True) as server:
        server.execute("CREATE TABLE games_move (of_somebody integer)")  # not the site's
        assert composed.make("restore", dump, beside).returncode != 0
    assert composed.told == ["stop web clock", "start web clock"]


def test_a_backup_that_fails_leaves_no_file_that_looks_like_one(
    composed: Compose, tmp_path: Path
) -> None:
    nowhere = url_of("bruno_nowhere")
    assert composed.make("backup", tmp_path / "dump", nowhere).returncode != 0
    assert not (tmp_path / "dump").exists()


def test_a_backup_takes_the_place_of_none(composed: Compose, dump: Path) -> None:
    before = dump.read_bytes()
    done = composed.make("backup", dump, url_of(connection.settings_dict["NAME"]))
    assert done.returncode != 0 and "exists already" in done.stdout
    assert dump.read_bytes() == before
