"""The site as it runs for many: PostgreSQL, Redis, web processes and a clock, with what they cost.

Processor time is read from Linux's /proc.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import django
import psycopg
import redis

from scripts import compose, servers
from scripts.services import new_database, running_services

SITE = "bruno_site.asgi:application"
SEATS = 4
# Nobody at a browser presses as fast as these do.
LIMITS = ("MESSAGES_AT_ONCE", "MESSAGES_A_SECOND", "PAGES_A_PERSON")
# All of them are at one address: with a header that nobody sends none is counted by it.
NO_ADDRESS = {"CLIENT_ADDRESS_HEADER": "X-Nobody"}


@dataclass(frozen=True)
class Cost:
    """Seconds of processor time, and transactions of the database (a query alone is one too)."""

    web: float
    clock: float
    stores: float
    transactions: int

    def __sub__(self, earlier: Cost) -> Cost:
        return Cost(
            self.web - earlier.web,
            self.clock - earlier.clock,
            self.stores - earlier.stores,
            self.transactions - earlier.transactions,
        )

    @property
    def everything(self) -> float:
        return self.web + self.clock + self.stores


@dataclass
class Stack:
    """`addresses` of its web processes; more can be started."""

    environment: dict[str, str]
    folder: Path
    closing: ExitStack
    addresses: list[str] = field(default_factory=list)
    web: list[int] = field(default_factory=list)
    clocks: list[int] = field(default_factory=list)

    def start_web(self, application: str = SITE) -> str:
        port, log = str(servers.free_port()), self.folder / f"web{len(self.web)}.log"
        address = f"127.0.0.1:{port}"
        changes = {"0.0.0.0": "127.0.0.1", "8000": port, SITE: application}
        running = compose.running("web", self.environment, log, changes)
        process = self.closing.enter_context(running)
        servers.wait_until(lambda: compose.is_well(address), process, log)
        self.addresses.append(address)
        self.web.append(process.pid)
        return address

    def start_clock(self) -> None:
        log = self.folder / f"clock{len(self.clocks)}.log"
        running = compose.running("clock", self.environment, log, {})
        self.clocks.append(self.closing.enter_context(running).pid)

    def spent(self) -> Cost:
        database_url = self.environment["DATABASE_URL"]
        stores = postgres_seconds(postmaster_of(database_url))
        return Cost(
            sum(map(processor_seconds, self.web)),
            sum(map(processor_seconds, self.clocks)),
            stores + redis_seconds(self.environment["REDIS_URL"]),
            transactions_of(database_url),
        )


@contextmanager
def running_stack(settings: Mapping[str, str] | None = None) -> Iterator[Stack]:
    """With an empty database, to which this process is connected as well."""
    with ExitStack() as closing:
        services = closing.enter_context(running_services())
        folder = closing.enter_context(TemporaryDirectory(prefix="bruno-"))
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "bruno_site.settings",
            "DATABASE_URL": closing.enter_context(new_database(services.database_url)),
            "REDIS_URL": services.redis_url,
            "SECRET_KEY": "only for measurements " * 3,
            "LOG_LEVEL": "WARNING",
            **dict.fromkeys(LIMITS, "1000000"),
            **NO_ADDRESS,
            **(settings or {}),
        }
        compose.run_once("migrate", dict(os.environ))
        django.setup()
        yield Stack(dict(os.environ), Path(folder), closing)


def processor_seconds(pid: int, *, with_ended_children: bool = False) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = sum(int(field) for field in fields[11 : 15 if with_ended_children else 13])
    return ticks / os.sysconf("SC_CLK_TCK")


def spent_by(connection: Any) -> float:
    """Seconds of the processor, of this process and of the one that serves it in the database."""
    if connection.vendor == "sqlite":
        return process_time()
    return process_time() + processor_seconds(connection.connection.info.backend_pid)


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def postgres_seconds(postmaster: int) -> float:
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    living = 0.0
    for pid in children:
        with suppress(FileNotFoundError):  # it has ended meanwhile
            living += processor_seconds(int(pid))
    return living + processor_seconds(postmaster, with_ended_children=True)


def postmaster_of(database_url: str) -> int:
    with psycopg.connect(database_url) as connection:
        return parent_of(connection.info.backend_pid)


def transactions_of(database_url: str) -> int:
    counted = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = %s"
    with psycopg.connect(database_url) as connection:
        row = connection.execute(counted, [connection.info.dbname]).fetchone()
    assert row is not None
    return int(row[0])


def redis_seconds(url: str) -> float:
    with redis.Redis.from_url(url) as client:
        used = client.info("cpu")
    return float(used["used_cpu_user"] + used["used_cpu_sys"])
