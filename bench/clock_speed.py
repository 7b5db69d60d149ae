"""How late moves come that are due: tables with three bots and a person, on PostgreSQL and Redis.

    python -m bench.clock_speed                            20, 100 and 300 tables, one clock
    python -m bench.clock_speed --tables 300 --clocks 2
    python -m bench.clock_speed --tables 100 --slow-bot    with one table where a bot takes 2 s

A move is late by what lies between the moment its bot had wanted and the moment it was written,
both from the log. The person at each table answers after a second, from a process of its own.
Everything runs on this machine, so other work on it shows in the times.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING, Any

import django

from bench.stack import postgres_seconds, postmaster_of, processor_seconds, running_stack
from scripts import compose, servers

if TYPE_CHECKING:
    from games.models import Game

WARM_UP_SECONDS = 6.0
PERSON_THINKS = timedelta(seconds=1)
BEAT_SECONDS = 5.0
SLOW, SLOW_SECONDS = "random", 1.9  # the level that is made slow: it just answers in time


# The clocks


def make_slow() -> None:
    """In a clock and in the processes it starts: one level works for two seconds."""
    from games import bots
    from games.time import thinking

    def work(view: Any, actions: Sequence[Any], rng: Random) -> Any:
        until = time.perf_counter() + SLOW_SECONDS
        while time.perf_counter() < until:
            pass
        return actions[0]

    def bot(kind: str, level: str) -> bots.Choose:
        return work if level == SLOW else bots.bot(kind, level)

    setattr(thinking, "bot", bot)  # noqa: B010


if __name__ == "__mp_main__":
    make_slow()


def run_clock() -> None:
    django.setup()
    make_slow()
    from django.core.management import call_command

    call_command("run_clock")


@contextmanager
def running_clocks(number: int, folder: Path) -> Iterator[list[int]]:
    command = (sys.executable, "-m", "bench.clock_speed", "--clock")
    with ExitStack() as stack:
        clocks = []
        for each in range(number):
            output = stack.enter_context((folder / f"clock{each}.log").open("wb"))
            environment = dict(os.environ)
            clocks.append(
                servers.spawn(command, compose.ROOT, output.fileno(), environment=environment)
            )
            stack.callback(servers.stop, clocks[-1])
        yield [clock.pid for clock in clocks]


def clock_seconds(pids: list[int]) -> float:
    """With the processes that their bots think in."""
    children = [
        int(child)
        for pid in pids
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    ]
    return sum(map(processor_seconds, pids + children))


# The tables


def new_games(tables: int, level: str = "medium") -> list[int]:
    from django.conf import settings

    from accounts.models import User
    from games.log import door
    from games.rules import rules_of

    settings.BOT_GAMES_A_PERSON = 1_000_000
    person, _is_new = User.objects.get_or_create(username="person")
    config = rules_of("bruno").META.configure({})
    return [
        door.start(
            kind="bruno",
            config=config,
            players=[level, level, level, person],
            server_seed=os.urandom(32),
            nonces=[""] * 4,
        ).pk
        for _ in range(tables)
    ]


def play_as_people(games: list[int], seconds: float, luck: Random) -> None:
    """Keep the tables' pages open, and move wherever a person has been waited for."""
    from django.utils import timezone

    from games.log import presence
    from games.models import Player

    people = Player.objects.filter(game__finished_at=None, seat=3)
    leases, seated = map(list, zip(*people.values_list("pk", "game"), strict=True))
    until, beat = time.monotonic() + seconds, 0.0
    while time.monotonic() < until:
        if time.monotonic() > beat:
            presence.renew(leases, seated, timezone.now())
            beat = time.monotonic() + BEAT_SECONDS
        for game in waiting_for_people(games, timezone.now() - PERSON_THINKS):
            move(game, luck)
        time.sleep(0.1)


def tell_nobody() -> None:
    """No page is open, and what a poke costs the people's process is not what is measured."""
    from games.log import writing

    setattr(writing, "poke", lambda topic, stamp: None)  # noqa: B010


def waiting_for_people(games: list[int], since: datetime) -> Iterator[Game]:
    from games.models import Game

    waiting = Game.objects.filter(turn=3, finished_at=None, moved_at__lt=since)
    yield from waiting.filter(pk__in=games)


def move(game: Game, luck: Random) -> None:
    from games.log import door, window

    seen = window.seen_by(game.pk, 3, game.seq)
    door.play(game_id=game.pk, seat=3, seq=game.seq, action=str(luck.choice(seen.actions)))


# Measuring


@dataclass(frozen=True)
class Figures:
    late: list[float]
    seconds: float
    clocks: float  # seconds of processor time
    postgres: float


def lateness(games: list[int], since: datetime) -> list[float]:
    """Of every bot's move since then, by the log."""
    from games.models import Game, Move
    from games.time import clock

    late = []
    for game in Game.objects.filter(pk__in=games).prefetch_related("players"):
        moves = list(Move.objects.filter(game=game).order_by("seq"))
        players = {player.seat: player for player in game.players.all()}
        for before, made in zip(moves, moves[1:], strict=False):
            if made.by == Move.By.BOT and made.at >= since and made.seat is not None:
                game.seq = before.seq
                due = before.at + clock._delay(game, players[made.seat])
                late.append((made.at - due).total_seconds())
    return late


def measure(tables: int, seconds: float, clocks: list[int]) -> Figures:
    from django.utils import timezone

    games, luck = new_games(tables), Random(tables)
    play_as_people(games, WARM_UP_SECONDS, luck)
    postmaster = postmaster_of(os.environ["DATABASE_URL"])
    since, before = timezone.now(), (clock_seconds(clocks), postgres_seconds(postmaster))
    play_as_people(games, seconds, luck)
    after = clock_seconds(clocks), postgres_seconds(postmaster)
    late = lateness(games, since)
    return Figures(late, seconds, after[0] - before[0], after[1] - before[1])


def report(name: str, figures: Figures) -> None:
    hundredths = quantiles(figures.late, n=100)
    moves = len(figures.late)
    print(
        f"{name:24}{moves / figures.seconds:9.0f}"
        + "".join(f"{hundredths[at - 1] * 1000:9.0f}" for at in (50, 95, 99))
        + f"{max(figures.late) * 1000:9.0f}{min(figures.late) * 1000:9.0f}"
        + f"{figures.clocks / moves * 1000:14.2f}{figures.postgres / moves * 1000:14.2f}",
        flush=True,
    )


def compare(given: argparse.Namespace, folder: Path) -> None:
    print(
        f"{'tables':24}{'moves/s':>9}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'max ms':>9}"
        f"{'min ms':>9}{'clock ms CPU':>14}{'PG ms CPU':>14}"
    )
    for tables in given.tables:
        with running_clocks(given.clocks, folder) as clocks:
            if given.slow_bot:
                new_games(1, SLOW)
            name = f"{tables}, {given.clocks} clock" + " and a slow bot" * given.slow_bot
            report(name, measure(tables, given.seconds, clocks))
        end_all()


def end_all() -> None:
    """So that nothing is due at them any more."""
    from games.models import Game

    Game.objects.filter(finished_at=None).update(deadline=None, stopped_at=None)


def run(given: argparse.Namespace) -> None:
    with running_stack() as stack:
        tell_nobody()
        compare(given, stack.folder)
        for log in sorted(stack.folder.glob("*.log")):
            print("".join(log.read_text().splitlines(keepends=True)[-20:]), end="")
    print("load average over 1, 5 and 15 minutes:", *(f"{load:.1f}" for load in os.getloadavg()))


def main() -> None:
    parser = argparse.ArgumentParser(description="How late moves come that are due.")
    parser.add_argument("--tables", type=int, nargs="+", default=[20, 100, 300])
    parser.add_argument("--seconds", type=float, default=20.0, help="of play, per line")
    parser.add_argument("--clocks", type=int, default=1)
    parser.add_argument("--slow-bot", action="store_true", help="and a table where bots take 2 s")
    parser.add_argument("--clock", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.clock:
        run_clock()
    else:
        run(given)


if __name__ == "__main__":
    main()
