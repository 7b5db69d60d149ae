"""How long people would wait, and with whom they would play."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules import kinds

from ...evening import Evening, evening
from ...queue.shapes import bots_of, shape_of

HEADINGS = ("people", "seated", "wait p50", "p95", "spread p50", "p95", "favourite", "bots")


class Command(BaseCommand):
    help = "Simulates an evening of quick matches, with no server and no database."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", default="bruno", help="the kind of game")
        parser.add_argument("--people", type=int, nargs="+", default=[30, 100, 300, 1000, 3000])
        parser.add_argument("--seed", default="evening", help="the same text, the same evening")

    def handle(self, *args: Any, **options: Any) -> None:
        kind = options["game"]
        if kind not in kinds():
            raise CommandError("There is no such game here.")
        if min(options["people"]) < 10:
            raise CommandError("An evening is for 10 people or more.")
        self.stdout.write(" | ".join(HEADINGS))
        for people in options["people"]:
            seen = evening(people, shape_of(kind), bots_of(kind), options["seed"])
            self.stdout.write(" | ".join(_row(seen)))


def _row(seen: Evening) -> list[str]:
    return [
        f"{seen.people:,}",
        f"{len(seen.waits):,}",
        f"{seen.wait(50):.0f} s",
        f"{seen.wait(95):.0f} s",
        f"{seen.spread(50):.1f}" if len(seen.spreads) > 1 else "none",
        f"{seen.spread(95):.1f}" if len(seen.spreads) > 1 else "none",
        f"{seen.favourite:.0%}" if seen.favourites else "none",
        f"{seen.bots:.0%}",
    ]
