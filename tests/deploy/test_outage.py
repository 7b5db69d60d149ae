"""P8: PostgreSQL goes, and when it comes back so does play, with no restart of ours."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from django.conf import settings
from psycopg_pool import ConnectionPool

from bruno_site.core import postgresql
from scripts import compose, servers
from tests.kit.figures import Note

pytestmark = pytest.mark.services

BACK_WITHIN = 5.0
# The pool's own attempts would be at 1, 3, 7, 15 and 31 s, and twice as far apart each time.
OUTAGES = [16, pytest.param(120, marks=pytest.mark.soak)]


@pytest.fixture
def postgres() -> Iterator[servers.Server]:
    with TemporaryDirectory(prefix="bruno-outage-") as folder:
        # PostgreSQL may run below this folder as another user.
        Path(folder).chmod(0o755)
        with servers.started_postgres(Path(folder) / "postgres") as server:
            yield server


@dataclass
class Site:
    """A web process and a clock, and what they are asked while the test looks on."""

    address: str
    database: str

    def home(self) -> tuple[int, str | None]:
        """As somebody who says who they are, so that the database is asked for them."""
        known = {"Cookie": f"sessionid={'a' * 32}"}
        home = urllib.request.Request(f"http://{self.address}/", headers=known)
        try:
            with urllib.request.urlopen(home, timeout=10) as answer:
                return answer.status, None
        except urllib.error.HTTPError as error:
            return error.code, error.headers["Retry-After"]

    def moves(self) -> int:
        with psycopg.connect(self.database, connect_timeout=2) as connection:
            row = connection.execute("SELECT sum(seq) FROM games_game").fetchone()
        return int(row[0]) if row else 0


@pytest.fixture
def site(postgres: servers.Server, tmp_path: Path) -> Iterator[Site]:
    environment = os.environ | {
        "SECRET_KEY": settings.SECRET_KEY,
        "DATABASE_URL": postgres.url,
        "ALLOWED_HOSTS": "127.0.0.1",
        # Nobody gets a first attempt for a connection of their own.
        "DB_POOL_SIZE": "2",
    }
    begun = (sys.executable, "-m", "tests.kit.begun")
    subprocess.run(begun, cwd=compose.ROOT, env=environment, check=True, timeout=120)
    web, clock = tmp_path / "web.log", tmp_path / "clock.log"
    with ExitStack() as stack:
        stack.enter_context(compose.running("clock", environment, clock, {}))
        yield Site(stack.enter_context(compose.running_web(environment, web)), postgres.url)
    print(web.read_text()[-4000:], clock.read_text()[-4000:])  # shown when the test failed


def seconds_until(ready: Callable[[], bool], most: float = 60) -> float:
    begin = time.monotonic()
    while not ready():
        assert time.monotonic() < begin + most, "not even now"
        time.sleep(0.05)
    return time.monotonic() - begin


@pytest.mark.parametrize("seconds", OUTAGES)
def test_pages_say_so_and_play_goes_on_when_it_is_back(
    postgres: servers.Server, site: Site, seconds: int, note: Note
) -> None:
    before = site.moves()
    seconds_until(lambda: site.moves() > before)
    postgres.stop()
    begin = time.monotonic()
    while time.monotonic() < begin + seconds:
        assert site.home() == (503, "5")
    postgres.start()
    back, before = time.monotonic(), site.moves()
    pages = seconds_until(lambda: site.home() == (200, None))
    seconds_until(lambda: site.moves() > before)
    play = time.monotonic() - back
    note(
        "P8",
        f"PostgreSQL away for {seconds} s",
        f"0 × 500, pages again after {pages:.1f} s, play after {play:.1f} s",
    )
    assert pages < BACK_WITHIN
    assert play < BACK_WITHIN


def test_a_server_that_takes_nothing_is_left(postgres: servers.Server) -> None:
    """As one that is the spare one now: who asks again finds the other."""
    options = postgresql.options(2)
    with ConnectionPool(postgres.url, **options["pool"], kwargs=postgresql.LINE) as pool:
        with pool.connection() as connection:
            connection.execute("SET TRANSACTION READ ONLY")
            with pytest.raises(psycopg.OperationalError):
                connection.execute("CREATE TABLE nothing ()")
            assert connection.closed
        with pool.connection() as another:
            another.execute("CREATE TEMPORARY TABLE nothing ()")


def test_a_server_that_takes_a_question_and_never_answers_is_left(
    postgres: servers.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "SILENCE_SECONDS", 0.5)
    options = postgresql.options(2)
    with ConnectionPool(postgres.url, **options["pool"], kwargs=postgresql.LINE) as pool:
        with pool.connection() as connection:
            backend = connection.info.backend_pid
            os.kill(backend, signal.SIGSTOP)
            try:
                with pytest.raises(psycopg.OperationalError):
                    connection.execute("SELECT 1")
                assert connection.closed
            finally:
                os.kill(backend, signal.SIGCONT)
        with pool.connection() as another:
            assert another.execute("SELECT 1").fetchone() == (1,)
