"""How fast live tables are: four scripted browsers at each, on PostgreSQL and Redis.

    python -m bench.live_speed                                      one table, then fifty
    python -m bench.live_speed --tables 500 --pace 5 --webs 2 --seconds 30

One Daphne process (or more) with the command of docker-compose.yml serves the site, another one
bench.bare; both get the same load in turn. With `--pace` a table moves once in so many seconds, as
people do, and the bare one is left out. Everything runs on this machine, so other work on it shows
in the times: compare within a run, not between runs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from itertools import chain
from math import ceil
from statistics import fmean, quantiles
from typing import TYPE_CHECKING, Any

from bench.clients import Load
from bench.stack import SEATS, Cost, Stack, running_stack

if TYPE_CHECKING:
    from accounts.models import User

BARE = "bench.bare:application"
WARM_UP_SECONDS = 2.0
# So that no table runs out of games: nobody plays faster, and few games are shorter.
MOST_MOVES_A_SECOND, SHORT_GAME = 400, 80


@dataclass(frozen=True)
class Figures:
    seconds: float
    times: list[float]
    others: list[int]
    late: int
    cost: Cost

    @property
    def moves(self) -> int:
        return len(self.times)

    @property
    def web_ms(self) -> float:
        return self.cost.web / self.moves * 1000

    @property
    def all_ms(self) -> float:
        return self.cost.everything / self.moves * 1000


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


def new_game(players: list[User], number: int) -> str:
    from games.log import door
    from games.rules import rules_of

    game = door.start(
        kind="bruno",
        config=rules_of("bruno").META.configure({}),
        players=players,
        server_seed=number.to_bytes(32, "big"),
        nonces=[""] * SEATS,
    )
    return game.code


def new_load(addresses: list[str], tables: int, seconds: float, pace: float) -> Load:
    fastest = tables / pace if pace else MOST_MOVES_A_SECOND
    # And one more, for a table that misses so much that nobody there knows whose turn it is.
    games = 1 + ceil(abs(fastest) * (seconds + WARM_UP_SECONDS) / tables / SHORT_GAME)
    at_tables = new_players(tables)
    return Load(
        addresses=addresses,
        cookies=[[cookie_of(player) for player in players] for players in at_tables],
        tables=[[new_game(players, n) for n in range(games)] for players in at_tables],
        warm_up=WARM_UP_SECONDS + max(0.0, pace),
        seconds=seconds,
        pace=pace,
    )


def play(stack: Stack, load: Load) -> tuple[list[dict[str, Any]], Cost]:
    """What each table measured, and what all of them cost together."""
    command, pipe = [sys.executable, "-m", "bench.clients"], subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe) as clients:
        assert clients.stdin and clients.stdout
        print(json.dumps(asdict(load)), file=clients.stdin, flush=True)
        clients.stdout.readline()
        before = stack.spent()
        measured = json.loads(clients.stdout.readline())
        return measured, stack.spent() - before


def measure(stack: Stack, load: Load) -> Figures:
    tables, cost = play(stack, load)
    return Figures(
        load.seconds,
        list(chain.from_iterable(table["times"] for table in tables)),
        list(chain.from_iterable(table["others"] for table in tables)),
        sum(table["late"] for table in tables),
        cost,
    )


HEADING = (
    f"{'tables':14}{'moves/s':>9}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}"
    f"{'web ms':>9}{'all ms':>9}{'tx/s':>8}{'bytes':>8}{'missing':>9}"
)


def report(name: str, figures: Figures) -> None:
    hundredths = quantiles(figures.times, n=100)
    p50, p95, p99 = (hundredths[n - 1] * 1000 for n in (50, 95, 99))
    print(
        f"{name:14}{figures.moves / figures.seconds:9.0f}{p50:9.1f}{p95:9.1f}{p99:9.1f}"
        f"{figures.web_ms:9.2f}{figures.all_ms:9.2f}"
        f"{figures.cost.transactions / figures.seconds:8.0f}"
        f"{fmean(figures.others):8.0f}{figures.late:9}",
        flush=True,
    )


def compare(site: Stack, bare: Stack, tables: int, seconds: float) -> None:
    ours = measure(site, new_load(site.addresses, tables, seconds, 0))
    report(f"{tables} × site", ours)
    theirs = measure(bare, new_load(bare.addresses, tables, seconds, 0))
    report(f"{tables} × bare", theirs)
    web, everything = ours.web_ms / theirs.web_ms, ours.all_ms / theirs.all_ms
    print(f"{'  site : bare':50}{web:9.2f}{everything:9.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast live tables are.")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 50], help="at the same time")
    parser.add_argument("--seconds", type=float, default=6.0, help="of play, per line")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds between a table's moves")
    parser.add_argument("--webs", type=int, default=1, help="Daphne processes for the site")
    given = parser.parse_args()
    with running_stack() as site:
        bare = Stack(site.environment, site.folder / "bare", site.closing)
        bare.folder.mkdir()
        for _web in range(given.webs):
            site.start_web()
        if given.pace:
            site.start_clock()
        else:
            bare.start_web(BARE)
        print(HEADING)
        for tables in given.tables:
            if given.pace:
                load = new_load(site.addresses, tables, given.seconds, given.pace)
                report(f"{tables} × site", measure(site, load))
            else:
                compare(site, bare, tables, given.seconds)
    print("load average over 1, 5 and 15 minutes:", *(f"{load:.1f}" for load in os.getloadavg()))


if __name__ == "__main__":
    main()
