"""Finished games in numbers, with what histories keep of them, and none of their moves."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django

from games.rules import rules_of
from scripts.services import new_database, running_services

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game

# No game ends before it has begun, and these begin when they are written.
DAWN = datetime.now(UTC) + timedelta(days=1)
AT_ONCE = 2000


def people(number: int, prefix: str) -> list[User]:
    from accounts.models import User
    from accounts.names import key_of

    names = [f"{prefix}{n}" for n in range(number)]
    fresh = [User(username=name, key=key_of(name), skeleton=name) for name in names]
    return list(User.objects.bulk_create(fresh, batch_size=AT_ONCE))


def finished_games(
    seatings: Iterator[list[User]], number: int, minutes_later: int = 0
) -> list[Game]:
    """Of Bruno, one a minute, won by either side as it comes."""
    from games.models import Game, Player

    luck, games, players = Random(1), [], []
    config = dict(rules_of("bruno").META.configure({}))
    for n in range(minutes_later, minutes_later + number):
        sitters, at, side = next(seatings), DAWN + timedelta(minutes=n), luck.randrange(2)
        game = Game(kind="bruno", rules=1, config=config)
        game.result = {"winners": [side, side + 2], "scores": [1 - side, side] * 2}
        game.seq, game.finished_at, game.is_rated = 120, at, True
        games.append(game)
        players += [Player(game=game, seat=seat, user=who) for seat, who in enumerate(sitters)]
    Game.objects.bulk_create(games, batch_size=AT_ONCE)
    Player.objects.bulk_create(players, batch_size=AT_ONCE)
    return games


# The settings are read once in a process, so each database gets a process of its own.


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    with (
        TemporaryDirectory(prefix="bruno-") as folder,
        running_services() as services,
        new_database(services.database_url) as postgres,
    ):
        yield {"postgresql": postgres, "sqlite": f"sqlite:///{Path(folder) / 'past.sqlite3'}"}


def on_both(module: str, measure: Callable[[int], None], games: int) -> None:
    """Here if the command line says so, or else in a process for each database."""
    if "--here" in sys.argv:
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        measure(games)
        return
    given = {"DJANGO_SETTINGS_MODULE": "bruno_site.settings", "SECRET_KEY": "for measurements " * 4}
    command = [sys.executable, "-m", module, "--here", "--games", str(games)]
    with databases() as each:
        for url in each.values():
            stores = {"DATABASE_URL": url, "REDIS_URL": "", "ALLOWED_HOSTS": "testserver"}
            stores["PATIENT"] = "1"  # to fill a database takes longer than any request may
            subprocess.run(command, env=os.environ | given | stores, check=True)
    print("load average over 1, 5 and 15 minutes:", *(f"{load:.1f}" for load in os.getloadavg()))
