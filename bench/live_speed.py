"""How fast a live table is: four scripted browsers at each table, on PostgreSQL and Redis.

    python -m bench.live_speed                       one table, then fifty
    python -m bench.live_speed --tables 10 --seconds 20

One Daphne process with the command of docker-compose.yml serves the site, another one
bench.bare; both get the same load in turn. Everything runs on this machine, so other work on it
shows in the times: compare within a run, not between runs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django
import psycopg
import redis

from bench.clients import Load
from scripts import compose, servers
from scripts.services import Services, new_database, running_services

if TYPE_CHECKING:
    from accounts.models import User

SITE, BARE = "bruno_site.asgi:application", "bench.bare:application"
SEATS = 4
WARM_UP_SECONDS = 2.0
# So that no table runs out of games: nobody plays faster, and few games are shorter.
MOST_MOVES_A_SECOND, SHORT_GAME = 400, 80


@dataclass(frozen=True)
class Cost:
    """Seconds of processor time."""

    web: float
    stores: float

    def __sub__(self, earlier: Cost) -> Cost:
        return Cost(self.web - earlier.web, self.stores - earlier.stores)


@dataclass(frozen=True)
class Web:
    """A Daphne process, with the database and the Redis behind it."""

    address: str
    pid: int
    postgres: int
    redis_url: str

    def spent(self) -> Cost:
        stores = postgres_seconds(self.postgres) + redis_seconds(self.redis_url)
        return Cost(processor_seconds(self.pid), stores)


@dataclass(frozen=True)
class Figures:
    moves: int
    per_second: float
    median: float
    slowest_percent: float
    cost: Cost

    @property
    def web_ms(self) -> float:
        return self.cost.web / self.moves * 1000

    @property
    def all_ms(self) -> float:
        return (self.cost.web + self.cost.stores) / self.moves * 1000


# Processor time, from Linux's /proc


def processor_seconds(pid: int, *, with_ended_children: bool = False) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = sum(int(field) for field in fields[11 : 15 if with_ended_children else 13])
    return ticks / os.sysconf("SC_CLK_TCK")


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def postgres_seconds(postmaster: int) -> float:
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    living = sum(processor_seconds(int(pid)) for pid in children)
    return living + processor_seconds(postmaster, with_ended_children=True)


def postmaster_of(database_url: str) -> int:
    with psycopg.connect(database_url) as connection:
        return parent_of(connection.info.backend_pid)


def redis_seconds(url: str) -> float:
    with redis.Redis.from_url(url) as client:
        used = client.info("cpu")
    return float(used["used_cpu_user"] + used["used_cpu_sys"])


# The two servers


@contextmanager
def running_web(application: str, environment: dict[str, str], folder: Path) -> Iterator[Web]:
    port, log = str(servers.free_port()), folder / f"{application}.log"
    address = f"127.0.0.1:{port}"
    changes = {"0.0.0.0": "127.0.0.1", "8000": port, SITE: application}
    with compose.running("web", environment, log, changes) as process:
        servers.wait_until(lambda: compose.is_well(address), process, log)
        postgres = postmaster_of(environment["DATABASE_URL"])
        yield Web(address, process.pid, postgres, environment["REDIS_URL"])


@contextmanager
def site_and_bare(services: Services) -> Iterator[tuple[Web, Web]]:
    with (
        TemporaryDirectory(prefix="bruno-") as folder,
        new_database(services.database_url) as database_url,
    ):
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "bruno_site.settings",
            "DATABASE_URL": database_url,
            "REDIS_URL": services.redis_url,
            "SECRET_KEY": "only for measurements",
            "LOG_LEVEL": "WARNING",
        }
        compose.run_once("migrate", dict(os.environ))
        django.setup()
        with (
            running_web(SITE, dict(os.environ), Path(folder)) as site,
            running_web(BARE, dict(os.environ), Path(folder)) as bare,
        ):
            yield site, bare


# What is played


def new_players(tables: int) -> list[list[User]]:
    from accounts.models import User

    taken = User.objects.count()
    names = (f"player{taken + number}" for number in range(tables * SEATS))
    users = [User.objects.create_user(name) for name in names]
    return [users[first : first + SEATS] for first in range(0, len(users), SEATS)]


def cookie_of(user: User) -> str:
    from django.test import Client

    browser = Client()
    browser.force_login(user)
    return browser.cookies["sessionid"].OutputString(attrs=[])


def new_game(players: list[User], number: int) -> int:
    from games.log import door
    from games.rules import rules_of

    game = door.start(
        kind="bruno",
        config=rules_of("bruno").META.configure({}),
        players=players,
        server_seed=number.to_bytes(32, "big"),
        nonces=[""] * SEATS,
    )
    return game.pk


def new_load(web: Web, tables: int, seconds: float) -> Load:
    games = ceil(MOST_MOVES_A_SECOND * (seconds + WARM_UP_SECONDS) / tables / SHORT_GAME)
    at_tables = new_players(tables)
    return Load(
        address=web.address,
        cookies=[[cookie_of(player) for player in players] for players in at_tables],
        tables=[[new_game(players, n) for n in range(games)] for players in at_tables],
        warm_up=WARM_UP_SECONDS,
        seconds=seconds,
    )


# Measuring


def play(web: Web, load: Load) -> tuple[list[float], Cost]:
    """How long each move took, and what all of them cost together."""
    command, pipe = [sys.executable, "-m", "bench.clients"], subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe) as clients:
        assert clients.stdin and clients.stdout
        print(json.dumps(asdict(load)), file=clients.stdin, flush=True)
        clients.stdout.readline()
        before = web.spent()
        times = json.loads(clients.stdout.readline())
        return times, web.spent() - before


def measure(web: Web, tables: int, seconds: float) -> Figures:
    times, cost = play(web, new_load(web, tables, seconds))
    hundredths = quantiles(times, n=100)
    return Figures(len(times), len(times) / seconds, hundredths[49], hundredths[98], cost)


def report(name: str, figures: Figures) -> None:
    print(
        f"{name:16}{figures.per_second:9.0f}"
        f"{figures.median * 1000:10.1f}{figures.slowest_percent * 1000:10.1f}"
        f"{figures.web_ms:12.2f}{figures.all_ms:12.2f}"
    )


def compare(site: Web, bare: Web, tables: int, seconds: float) -> None:
    ours = measure(site, tables, seconds)
    report(f"{tables} × site", ours)
    theirs = measure(bare, tables, seconds)
    report(f"{tables} × bare", theirs)
    web, everything = ours.web_ms / theirs.web_ms, ours.all_ms / theirs.all_ms
    print(f"{'  site : bare':45}{web:12.2f}{everything:12.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast a live table is.")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 50], help="at the same time")
    parser.add_argument("--seconds", type=float, default=6.0, help="of play, per line")
    given = parser.parse_args()
    with running_services() as services, site_and_bare(services) as (site, bare):
        print(f"{'tables':16}  moves/s    p50 ms    p99 ms    web ms CPU  all ms CPU")
        for tables in given.tables:
            compare(site, bare, tables, given.seconds)
    print("load average over 1, 5 and 15 minutes:", *(f"{load:.1f}" for load in os.getloadavg()))


if __name__ == "__main__":
    main()
