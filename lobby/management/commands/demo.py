"""A site with people, bots and a past, to look at."""

from __future__ import annotations

import secrets
import sys
from argparse import ArgumentParser
from collections import Counter
from random import Random
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts.models import User
from games.management.demonstration import make_people, running, tables
from games.management.evenings import begin, play_out, tell_all
from games.management.progress import shown
from games.management.sentences import bad_arguments
from games.rules import rules_of

from ..demonstration import lay_on_the_desk, set_tables

GAMES = 300


class Command(BaseCommand):
    help = "Fills a fresh site with people and the games of some months."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=GAMES, help="how many games to play")
        parser.add_argument(
            "--seed", default="demo", help="any text; the same text, the same games"
        )
        parser.add_argument("--force", action="store_true", help="also where people are already")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1:
            raise bad_arguments("There must be at least one game.")
        if User.objects.exists() and not options["force"]:
            raise bad_arguments("There are people here already. Take a fresh site, or --force.")
        password = secrets.token_urlsafe(9)
        now, luck = timezone.now(), Random(options["seed"])
        people = make_people(password, now)
        played = Counter[str]()
        to_play = tables(people, options["games"], now, luck)
        for table in shown(to_play, options["games"], sys.stderr):
            play_out(table, luck)
            played[table.kind] += 1
        tell_all()
        set_tables(Random(options["seed"]))
        lay_on_the_desk(people[2], now)
        for table in running(people, now, luck):
            begin(table, luck.randrange(4, 30), luck)
        self.tell(people, played, password)

    def tell(self, people: list[User], played: Counter[str], password: str) -> None:
        for kind, games in sorted(played.items()):
            self.stdout.write(f"{rules_of(kind).META.title}: {games} games")
        names = ", ".join(person.username for person in people)
        self.stdout.write(f"{len(people)} people: {names}")
        self.stdout.write(f"Log in as any of them with the password {password}")
        self.stdout.write(f"{people[2].username} is an admin as well.")
