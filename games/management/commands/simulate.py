"""Bots play each other; how it went is a table, what they played a file of records."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand

from ...lab.ladder import cross_tables, rungs
from ...lab.simulation import Plan, planned, play_deals
from ...lab.statistics import Games, report
from ...rules.game import Refused
from ...rules.reading import quoted
from ...rules.words import ngettext
from ..progress import shown
from ..sentences import bad_arguments


class Command(BaseCommand):
    help = "Plays bots against each other, with no server and no database."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the kind of game, as in “bruno”")
        parser.add_argument("--seats", help="a bot for each seat: random,greedy,…")
        parser.add_argument("--ladder", help="bots of which every two play: easy,medium,hard")
        parser.add_argument("--size", type=int, help="how many seats the tables of a ladder have")
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
        self.check_options(**options)
        try:
            plans = self.plans(**options)
        except Refused as refusal:
            raise bad_arguments(refusal) from refusal
        started = perf_counter()
        try:
            played = list(self.play(plans, options["games"], options["jobs"], options["out"]))
        except OSError as error:
            raise bad_arguments(f"Cannot write {options['out']}: {error.strerror}.") from error
        self.tell(options["ladder"], plans[0], played, perf_counter() - started)

    def check_options(
        self,
        *,
        seats: str | None,
        ladder: str | None,
        size: int | None,
        games: int,
        jobs: int,
        **others: Any,
    ) -> None:
        if games < 1 or jobs < 1:
            raise bad_arguments("There must be at least one game and one job.")
        if (seats is None) == (ladder is None):
            raise bad_arguments("Who plays is said by either --seats or --ladder.")
        if ladder is None and size is not None:
            raise bad_arguments("--size is for a --ladder: --seats says how many there are.")

    def plans(self, *, game: str, seed: str, config: str, out: str, **options: Any) -> list[Plan]:
        kept = {"recorded": bool(out), "traced": options["trace"] and bool(out)}
        if options["ladder"] is not None:
            bots = options["ladder"].split(",")
            return rungs(game, bots, seed, config, size=options["size"], **kept)
        bots = options["seats"].split(",")
        return [planned(game, bots, seed, config, duplicate=options["duplicate"], **kept)]

    def play(self, plans: list[Plan], games: int, jobs: int, out: str) -> Iterator[list[Games]]:
        """The deals of one plan after the other, and all their records in one file."""
        with ExitStack() as stack:
            file = stack.enter_context(open(out, "w", encoding="ascii")) if out else None
            for plan in plans:
                deals = []
                for deal in shown(play_deals(plan, games, jobs), games, sys.stderr):
                    if file:
                        file.writelines(f"{record}\n" for record in deal.records)
                    deals.append(deal.games)
                yield deals

    def tell(
        self, ladder: str | None, plan: Plan, played: list[list[Games]], seconds: float
    ) -> None:
        lines: Iterable[str]
        if ladder is None:
            bots = ",".join(plan.bots)
            lines = report(played[0], duplicate=plan.duplicate)
        else:
            bots = f"the ladder {ladder} on {len(plan.bots)} seats"
            lines = cross_tables(ladder.split(","), plan, played)
        lengths = [game.actions for deals in played for games in deals for game in games]
        games = ngettext("%(n)s game", "%(n)s games", len(lengths))
        self.stdout.write(f"{plan.kind}: {games} of {bots}, seed “{quoted(plan.seed)}”\n\n")
        for line in lines:
            self.stdout.write(line)
        actions = sum(lengths)
        self.stdout.write(f"{actions} actions in {seconds:.1f} s: {actions / seconds:.0f} a second")
