import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import django.db
import psycopg
import pytest

from scripts import servers

pytestmark = pytest.mark.services

PARENT = """
import sys, time
from pathlib import Path
from scripts import servers
server = servers.new_redis(Path(sys.argv[1]))
server.start()
print(server.url, flush=True)
time.sleep(60)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    # pytest's own temporary folders are closed to the user PostgreSQL runs as.
    with TemporaryDirectory(prefix="bruno-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_the_wheels_serve_where_no_server_is_installed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "debian_postgres", list)
    monkeypatch.setenv("PATH", "")
    with (
        servers.started_postgres(folder / "postgres") as postgres,
        servers.started_redis(folder / "redis") as redis,
    ):
        assert servers.may_create_databases(postgres.url)
        assert servers.redis_answers(redis.url)


def test_what_was_committed_is_there_after_the_server_was_killed(folder: Path) -> None:
    with servers.started_postgres(folder / "postgres") as server:
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        assert server.process
        server.process.kill()
        server.process.wait()
        server.start()
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)


def test_a_role_that_may_not_create_databases_is_passed_over(folder: Path) -> None:
    with servers.started_postgres(folder / "postgres") as server:
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE ROLE zoe LOGIN")
        assert not servers.may_create_databases(server.url.replace("bruno@", "zoe@"))


def test_a_server_ends_with_the_process_that_started_it(folder: Path) -> None:
    command = (sys.executable, "-c", PARENT, str(folder / "redis"))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as parent:
        assert parent.stdout
        url = parent.stdout.readline().strip()
        assert servers.redis_answers(url)
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 10
    while servers.redis_answers(url):
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.django_db
def test_tests_are_made_in_a_database_of_their_own() -> None:
    """A pool that somebody makes too early would lead to the one it was copied from."""
    with django.db.connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")
        assert cursor.fetchone() == (django.db.connection.settings_dict["NAME"],)
        assert cursor.db.settings_dict["NAME"].startswith("test_")
