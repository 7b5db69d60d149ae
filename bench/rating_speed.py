"""What it costs to write a finished game down, rate it, and count who played with whom.

    python -m bench.rating_speed              on PostgreSQL, then on SQLite
    python -m bench.rating_speed --games 500

Games of four people out of two hundred, told as the clock tells them when it finds them all in the
outbox, and one by one; then all of them again, as `manage.py rate --all` does.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

from .past_games import finished_games, on_both, people
from .stack import spent_by

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game


def measure(games: int) -> None:
    from django.db import connection

    from games.history.anew import write_all_anew

    everybody = people(200, "player")
    together = told(finished_games(seatings(everybody), games))
    later = finished_games(seatings(everybody), 100, minutes_later=games)
    alone = [told([game]) for game in later]
    anew = timed(write_all_anew, games + len(alone))
    for name, spent in (("all at once", together), ("alone", min(alone)), ("anew", anew)):
        print(
            f"{connection.vendor:12}{name:12}{spent.clock:8.2f} ms a game"
            f"{spent.here:8.2f} ms of the processor here{spent.all:8.2f} with the database",
            flush=True,
        )


class Spent(NamedTuple):
    """Milliseconds a game: by the clock, and of the processor without the database's and with."""

    clock: float
    here: float
    all: float


def timed(work: Callable[[], object], games: int) -> Spent:
    before = _now()
    work()
    spent = (1000 * (now - then) / games for now, then in zip(_now(), before, strict=True))
    return Spent(*spent)


def _now() -> tuple[float, float, float]:
    from django.db import connection

    connection.ensure_connection()
    return perf_counter(), process_time(), spent_by(connection)


def told(games: list[Game]) -> Spent:
    from django.utils import timezone

    from games.log import listeners
    from games.models import FinishedGame

    def tell_all() -> None:
        while listeners.tell(timezone.now()):
            pass

    FinishedGame.objects.bulk_create([FinishedGame(game=game) for game in games])
    return timed(tell_all, len(games))


def seatings(everybody: list[User]) -> Iterator[list[User]]:
    luck = Random(2)
    for _game in cycle([None]):
        yield luck.sample(everybody, 4)


def main() -> None:
    parser = argparse.ArgumentParser(description="Rating finished games.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--here", action="store_true", help="on the database the settings name")
    on_both("bench.rating_speed", measure, parser.parse_args().games)


if __name__ == "__main__":
    main()
