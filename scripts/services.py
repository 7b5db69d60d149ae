"""Real PostgreSQL and Redis for tests and measurements, with no manual step.

In this order: the ones named by DATABASE_URL and REDIS_URL; servers answering on this machine;
server programs on this machine, started in a temporary folder; those in the wheels.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from scripts import servers


@dataclass(frozen=True)
class Services:
    database_url: str
    redis_url: str


@contextmanager
def running_services() -> Iterator[Services]:
    database_url = os.environ.get("DATABASE_URL") or servers.found_postgres()
    redis_url = os.environ.get("REDIS_URL") or servers.found_redis()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="bruno-")))
        # PostgreSQL may run below this folder as another user.
        folder.chmod(0o755)
        if not database_url:
            database_url = stack.enter_context(servers.started_postgres(folder / "postgres")).url
        if not redis_url:
            redis_url = stack.enter_context(servers.started_redis(folder / "redis")).url
        yield Services(database_url, redis_url)


@contextmanager
def new_database(server_url: str) -> Iterator[str]:
    """An empty database beside the one named, for processes that the tests start."""
    name = f"bruno_{secrets.token_hex(4)}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlsplit(server_url)._replace(path=f"/{name}").geturl()
        finally:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            connection.execute(drop)
