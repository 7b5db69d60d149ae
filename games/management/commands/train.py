"""Bots learn by playing themselves; what they learnt is a file of weights."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from ...lab.training.schooling import Schooling
from ...lab.training.teaching import Teaching
from ...lab.training.trainer import Course, Trainer
from ...rules.game import Refused
from ..progress import shown
from ..sentences import bad_arguments

WIDTHS = (64, 128, 256)
NETWORK, WEIGHER = "expert", "hard"
# The game's bots that learn, the default first; and what their weights are written to.
LEARNERS = {"bruno": (NETWORK, WEIGHER), "uno": (WEIGHER,)}
SUFFIXES = {NETWORK: ".npz", WEIGHER: ".json"}


class Command(BaseCommand):
    help = "Trains a bot by self-play. Stopped and started again, it goes on."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=list(LEARNERS), help="the kind of game")
        parser.add_argument(
            "--minutes",
            required=True,
            type=float,
            help="two million decisions of an expert are a minute, or six lessons of a hard bot",
        )
        parser.add_argument("--seed", required=True, type=int, help="same seed, same weights")
        parser.add_argument("--out", required=True, type=Path, help="where to write the weights")
        parser.add_argument("--level", choices=list(SUFFIXES), help="who is to learn")
        parser.add_argument("--width", type=int, choices=WIDTHS, default=128, help="of an expert")
        parser.add_argument(
            "--judge", type=int, default=100, help="an expert's deals with a hard bot, twelve times"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        options["level"] = options["level"] or LEARNERS[options["game"]][0]
        self.check_options(**options)
        try:
            course = self.course(**options)
            for point in shown(course, len(course), sys.stderr):
                if point is not None:
                    self.stdout.write(str(point))
        except Refused as refusal:
            raise bad_arguments(refusal) from refusal
        except OSError as error:
            raise bad_arguments(f"Cannot write {options['out']}: {error.strerror}.") from error

    def course(
        self, *, game: str, level: str, minutes: float, seed: int, out: Path, **others: Any
    ) -> Teaching | Schooling:
        if level == WEIGHER:
            return Schooling(game, minutes, seed, out)
        return Teaching(Trainer(Course(minutes, seed, others["width"])), out, others["judge"])

    def check_options(
        self,
        *,
        game: str,
        level: str,
        minutes: float,
        seed: int,
        out: Path,
        judge: int,
        **others: Any,
    ) -> None:
        if not 0 < minutes <= 10_000 or judge < 2 or not 0 <= seed < 2**64:
            raise bad_arguments("Minutes, deals to judge by and seed must be positive numbers.")
        if level not in LEARNERS[game]:
            raise bad_arguments(f"Of {game}'s bots only {LEARNERS[game][0]} learns.")
        if out.suffix != SUFFIXES[level]:
            raise bad_arguments(f"Weights are written to a file that ends in {SUFFIXES[level]}.")
