"""Bruno's learned bot learns; what it learnt is a file of weights and a curve."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from ...lab.training.teaching import Teaching
from ...lab.training.trainer import Course, Trainer
from ...rules.game import Refused
from ..progress import shown
from ..sentences import bad_arguments

WIDTHS = (64, 128, 256)


class Command(BaseCommand):
    help = "Trains Bruno's expert by self-play. Stopped and started again, it goes on."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=["bruno"], help="the kind of game")
        parser.add_argument(
            "--minutes", required=True, type=float, help="two million decisions are a minute"
        )
        parser.add_argument("--seed", required=True, type=int, help="same seed, same weights")
        parser.add_argument("--out", required=True, type=Path, help="where to write the .npz")
        parser.add_argument("--width", type=int, choices=WIDTHS, default=128)
        parser.add_argument(
            "--judge", type=int, default=100, help="deals against the hard bot, twelve times"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.check_options(**options)
        course = Course(options["minutes"], options["seed"], options["width"])
        try:
            teaching = Teaching(Trainer(course), options["out"], options["judge"])
            for point in shown(teaching, len(teaching), sys.stderr):
                if point is not None:
                    self.stdout.write(str(point))
        except Refused as refusal:
            raise bad_arguments(refusal) from refusal
        except OSError as error:
            raise bad_arguments(f"Cannot write {options['out']}: {error.strerror}.") from error

    def check_options(
        self, *, minutes: float, seed: int, out: Path, judge: int, **others: Any
    ) -> None:
        if not 0 < minutes <= 10_000 or judge < 2 or not 0 <= seed < 2**64:
            raise bad_arguments("Minutes, deals to judge by and seed must be positive numbers.")
        if out.suffix != ".npz":
            raise bad_arguments("Weights are written to a file that ends in .npz.")
