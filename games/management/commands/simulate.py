"""Bots play each other; how it went is a table, what they played a file of records."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand

from games.management.progress import shown
from games.management.sentences import bad_arguments
from games.rules.game import Refused
from games.rules.shape import quoted
from games.rules.words import ngettext
from games.simulation import Plan, Played, planned, play_deals
from games.standings import report


class Command(BaseCommand):
    help = "Plays bots against each other, with no server and no database."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the kind of game, as in “bruno”")
        parser.add_argument("--seats", required=True, help="a bot for each seat: random,greedy,…")
        parser.add_argument("--games", required=True, type=int, help="how many deals to play")
        parser.add_argument("--seed", required=True, help="any text; the same text, the same games")
        parser.add_argument("--config", default="", help="options as JSON, or the name of a preset")
        parser.add_argument("--out", default="", help="where to write the records, one per line")
        parser.add_argument(
            "--trace", action="store_true", help="record with each move what was legal before it"
        )
        parser.add_argument(
            "--duplicate",
            action="store_true",
            help="play each deal again with the bots moved round the seats",
        )
        parser.add_argument("--jobs", type=int, default=1, help="how many processes play")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            plan = self.plan(**options)
        except Refused as refusal:
            raise bad_arguments(refusal) from refusal
        started = perf_counter()
        try:
            deals = list(self.play(plan, options["games"], options["jobs"], options["out"]))
        except OSError as error:
            raise bad_arguments(f"Cannot write {options['out']}: {error.strerror}.") from error
        self.tell(plan, deals, perf_counter() - started)

    def plan(self, *, games: int, jobs: int, **options: Any) -> Plan:
        if games < 1 or jobs < 1:
            raise bad_arguments("There must be at least one game and one job.")
        return planned(
            options["game"],
            options["seats"].split(","),
            options["seed"],
            options["config"],
            recorded=bool(options["out"]),
            traced=options["trace"] and bool(options["out"]),
            duplicate=options["duplicate"],
        )

    def play(self, plan: Plan, games: int, jobs: int, out: str) -> Iterator[tuple[Played, ...]]:
        with ExitStack() as stack:
            file = stack.enter_context(open(out, "w", encoding="ascii")) if out else None
            for deal in shown(play_deals(plan, games, jobs), games, sys.stderr):
                if file:
                    file.writelines(f"{record}\n" for record in deal.records)
                yield deal.games

    def tell(self, plan: Plan, deals: list[tuple[Played, ...]], seconds: float) -> None:
        lengths = [game.actions for games in deals for game in games]
        games = ngettext("%(n)s game", "%(n)s games", len(lengths))
        seats = ",".join(plan.bots)
        self.stdout.write(f"{plan.kind}: {games} of {seats}, seed “{quoted(plan.seed)}”\n\n")
        for line in report(deals, duplicate=plan.duplicate):
            self.stdout.write(line)
        actions = sum(lengths)
        self.stdout.write(f"{actions} actions in {seconds:.1f} s: {actions / seconds:.0f} a second")
