"""Tables of a stack, dealt in a process of its own: the tests' own database is another one.

python -m tests.kit.faults.dealt    reads a line of JSON, writes a line of JSON, until the end
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from itertools import count
from types import TracebackType
from typing import TYPE_CHECKING, Any

import django

from scripts import compose

if TYPE_CHECKING:
    from accounts.models import User

_names = count(1)


@dataclass(frozen=True)
class Wanted:
    """A table where the first seats are people's and the others bots', and so many games there."""

    kind: str
    people: int
    bots: int = 0
    games: int = 1
    pace: str = "off"
    bot_pace: str = "instant"


@dataclass(frozen=True)
class Dealt:
    kind: str
    cookies: list[str]  # of each person
    users: list[int]
    games: list[int]
    codes: list[str]
    bots: int


class Dealer:
    def __init__(self, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            (sys.executable, "-m", "tests.kit.faults.dealt"),
            cwd=compose.ROOT,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def deal(self, wanted: Wanted) -> Dealt:
        assert self.process.stdin and self.process.stdout
        print(json.dumps(asdict(wanted)), file=self.process.stdin, flush=True)
        return Dealt(**json.loads(self.process.stdout.readline()))

    def __enter__(self) -> Dealer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.process.communicate()


def person(bot_pace: str) -> tuple[User, str]:
    """Somebody new, and the cookie of their browser."""
    from django.test import Client

    from accounts.models import User

    user = User.objects.create_user(f"player{next(_names)}of{os.getpid()}", bot_pace=bot_pace)
    browser = Client()
    browser.force_login(user)
    return user, browser.cookies["sessionid"].OutputString(attrs=[])


def dealt(wanted: Wanted) -> Dealt:
    people = [person(wanted.bot_pace) for _seat in range(wanted.people)]
    users, cookies = [user for user, _ in people], [cookie for _, cookie in people]
    games = [new_game(wanted, users) for _game in range(wanted.games)]
    ids, codes = [game.pk for game in games], [game.code for game in games]
    return Dealt(wanted.kind, cookies, [user.pk for user in users], ids, codes, wanted.bots)


def new_game(wanted: Wanted, users: list[User]) -> Any:
    from games.log import door
    from games.rules import rules_of

    players: list[User | str] = [*users, *["easy"] * wanted.bots]
    return door.start(
        kind=wanted.kind,
        config=rules_of(wanted.kind).META.configure({}),
        players=players,
        server_seed=os.urandom(32),
        nonces=[""] * len(players),
        pace=wanted.pace,
    )


def main() -> None:
    django.setup()
    from django.db import connection

    for line in sys.stdin:
        # The database may have been away since, and whatever was connected to it.
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]
        print(json.dumps(asdict(dealt(Wanted(**json.loads(line))))), flush=True)


if __name__ == "__main__":
    main()
