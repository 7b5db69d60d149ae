"""What one move through `service.play` costs when the log is short, and when it is long.

    python -m bench.door_speed                on PostgreSQL, then on SQLite
    python -m bench.door_speed --moves 500

Moves of a young game and moves of a game with a thousand behind it are timed in turn, in one
process that knows both games; the medians are compared. Then the process forgets everything, as
one that has just started, and folds the long game from its first move. Redis is left out: what
it costs does not depend on the log, and bench.live_speed counts it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import django

from games.rules import rules_of
from games.rules.fair import game_seed
from games.rules.game import DEALER, Seat
from scripts.services import new_database, running_services

RULES = rules_of("bruno")
SEATS = 4
SERVER_SEED, NONCES = bytes(32), [""] * SEATS
YOUNG = range(6, 16)  # about ten moves behind them
LONG = 1000
FOLDS = 5
LUCKY = 10344  # random play that lasts 1,215 moves; one game in ten thousand does

Script = list[tuple[Seat, str]]


def random_game(luck: Random) -> Script:
    """Whose move it was and what they did; the dealer's are left to the door."""
    seed, script = game_seed(SERVER_SEED, NONCES), []
    state: Any = RULES.new(RULES.META.configure({}), SEATS)
    while awaited := RULES.to_act(state):
        seat = awaited[0]
        if seat == DEALER:
            action = RULES.deal(state, seed)
        else:
            action = luck.choice(RULES.legal_actions(state, seat))
            script.append((seat, str(action)))
        state = RULES.apply(state, seat, action)
    return script


def long_game(moves: int) -> Script:
    games = (random_game(Random(number)) for number in count(LUCKY))
    return next(script for script in games if len(script) > moves)


class Played:
    """A game that follows a script through the door."""

    def __init__(self, script: Script) -> None:
        from accounts.models import User
        from games.log import door

        taken = User.objects.count()
        game = door.start(
            kind="bruno",
            config=RULES.META.configure({}),
            players=[User.objects.create_user(f"player{taken + seat}") for seat in range(SEATS)],
            server_seed=SERVER_SEED,
            nonces=NONCES,
        )
        self.id, self.seq, self.script = game.pk, game.seq, iter(script)

    def move(self) -> float:
        """How long the next move took."""
        from games.log import door

        seat, action = next(self.script)
        begin = perf_counter()
        self.seq = door.play(game_id=self.id, seat=seat, seq=self.seq, action=action)
        return perf_counter() - begin


def young_moves(script: Script) -> Iterator[float]:
    """Of one game after the other."""
    while True:
        game = Played(script)
        while game.seq < YOUNG.stop:
            taken = game.move()
            if game.seq > YOUNG.start:
                yield taken


def cold_fold(game: Played) -> float:
    """The shortest of some: once, it is too short to tell from what else the machine does."""
    return min(_cold_fold(game) for _time in range(FOLDS))


def _cold_fold(game: Played) -> float:
    from bruno_site.core import bounded_cache
    from games.log import states, window

    states.forget_all()
    bounded_cache.clear_all()
    begin = perf_counter()
    window.state_of(game.id, game.seq)
    return perf_counter() - begin


def compare(moves: int) -> None:
    from django.db import connection

    script = long_game(LONG + moves)
    old, young = Played(script), young_moves(script)
    while old.seq < LONG:
        old.move()
    pairs = [(next(young), old.move()) for _ in range(moves)]
    early, late = (median(times) * 1000 for times in zip(*pairs, strict=True))
    fold = cold_fold(old) * 1000
    print(
        f"{connection.vendor:12}{early:10.2f} ms at 10{late:10.2f} ms at 1,000"
        f"{late / early:8.2f} ×{fold:10.1f} ms to fold {old.seq:,} moves",
        flush=True,
    )


# The settings are read once in a process, so each database gets a process of its own.


@contextmanager
def databases() -> Iterator[list[dict[str, str]]]:
    with (
        TemporaryDirectory(prefix="bruno-") as folder,
        running_services() as services,
        new_database(services.database_url) as postgres,
    ):
        sqlite = f"sqlite:///{Path(folder) / 'door.sqlite3'}"
        yield [
            {"DATABASE_URL": postgres, "REDIS_URL": ""},
            {"DATABASE_URL": sqlite, "REDIS_URL": ""},
        ]


def run_on(database: dict[str, str], moves: int) -> None:
    given = {"DJANGO_SETTINGS_MODULE": "bruno_site.settings", "SECRET_KEY": "for measurements " * 4}
    environment = os.environ | given | database
    command = [sys.executable, "-m", "bench.door_speed", "--here", "--moves", str(moves)]
    subprocess.run(command, env=environment, check=True)


def run_here(moves: int) -> None:
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    compare(moves)


def main() -> None:
    parser = argparse.ArgumentParser(description="One move through the door.")
    parser.add_argument("--moves", type=int, default=150, help="timed at each length")
    parser.add_argument("--here", action="store_true", help="on the database the settings name")
    given = parser.parse_args()
    if given.here:
        run_here(given.moves)
        return
    with databases() as each:
        for database in each:
            run_on(database, given.moves)
    print("load average over 1, 5 and 15 minutes:", *(f"{load:.1f}" for load in os.getloadavg()))


if __name__ == "__main__":
    main()
