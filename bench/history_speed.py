"""Pages about somebody with 10,000 games, while nobody else has played and while many have.

    python -m bench.history_speed             on PostgreSQL, then on SQLite
    python -m bench.history_speed --games 100000

The player's games are written down as any are; the games of others are copies of each other, put
in by the database itself. What is compared is the processor's time, here and in the database: other
work on the machine lengthens that less than the time by the clock.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from .past_games import finished_games, on_both, people
from .stack import spent_by

if TYPE_CHECKING:
    from accounts.models import User

OWN = 10_000
PEOPLE = 100
TIMES = 20
PAGES = {
    "profile": "/people/ada0/?game=bruno",
    "profile, filtered": "/people/ada0/?game=bruno&result=won&partner=friend3",
    "own history": "/games/",
    "ladder": "/people/?game=bruno",
}


def measure(games: int) -> None:
    from django.db import connection

    from games.history.anew import write_all_anew

    (ada,), friends = people(1, "ada"), people(PEOPLE, "friend")
    finished_games(seatings(ada, friends), OWN)
    write_all_anew()
    analyse()
    alone = times_of(ada)
    strangers = people(PEOPLE, "stranger")
    for copy in range(1, games // OWN):
        add_copies(copy, ada.pk, strangers[copy % PEOPLE].pk)
    analyse()
    crowded = times_of(ada)
    for name, (before, _queries) in alone.items():
        after, queries = crowded[name]
        print(
            f"{connection.vendor:12}{name:20}{before:8.1f} ms of {OWN:,}"
            f"{after:8.1f} ms of {games:,}"
            f"{after / before:8.2f} ×{queries:4} queries",
            flush=True,
        )


def seatings(ada: User, friends: list[User]) -> Iterator[list[User]]:
    luck = Random(2)
    while True:
        yield [ada, *luck.sample(friends, 3)]


def times_of(ada: User) -> dict[str, tuple[float, int]]:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client()
    client.force_login(ada)
    found = {}
    for name, path in PAGES.items():
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path).status_code == 200
        queries = len(asked)  # before the next request forgets them
        before = spent_by(connection)
        for _time in range(TIMES):
            client.get(path)
        found[name] = 1000 * (spent_by(connection) - before) / TIMES, queries
    return found


def add_copies(copy: int, ada: int, stranger: int) -> None:
    """The same games again: ids and codes moved on, the player's seat a stranger's."""
    from django.db import connection, transaction

    from games.models import Game, Played, Player

    shift = copy * OWN
    with transaction.atomic(), connection.cursor() as cursor:
        first, last = ids(Game, OWN)
        games = columns(Game, id=f"id + {shift}", code=f"'copy' || CAST(id + {shift} AS TEXT)")
        cursor.execute(f"INSERT INTO games_game {games} WHERE id BETWEEN {first} AND {last}")
        moved = {"id": f"id + {4 * shift}", "game_id": f"game_id + {shift}"}
        other = f"CASE WHEN user_id = {ada} THEN {stranger} ELSE user_id END"
        where = f"game_id BETWEEN {first} AND {last}"
        for model in (Player, Played):
            rows = columns(model, **moved, user_id=other)
            cursor.execute(f"INSERT INTO {model._meta.db_table} {rows} WHERE {where}")


def ids(model: Any, number: int) -> tuple[int, int]:
    first = model.objects.order_by("pk").values_list("pk", flat=True)[0]
    return first, first + number - 1


def columns(model: Any, **changed: str) -> str:
    names = [field.column for field in model._meta.concrete_fields]
    chosen = ", ".join(changed.get(name, name) for name in names)
    return f"({', '.join(names)}) SELECT {chosen} FROM {model._meta.db_table}"


def analyse() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def main() -> None:
    parser = argparse.ArgumentParser(description="Pages about people.")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--here", action="store_true", help="on the database the settings name")
    on_both("bench.history_speed", measure, parser.parse_args().games)


if __name__ == "__main__":
    main()
