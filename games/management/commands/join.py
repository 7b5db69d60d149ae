"""Networks of several trainings become one that plays better than each of them."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from ...bots.bruno.learned.weights import save
from ...lab.training.joined import joined, parted
from ...rules.game import Refused
from ..sentences import bad_arguments


class Command(BaseCommand):
    help = "Joins weights that `train` wrote into one network that averages them."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=["bruno"], help="the kind of game")
        parser.add_argument("weights", nargs="+", type=Path, help="what `train` wrote, .npz")
        parser.add_argument("--out", required=True, type=Path, help="where to write the .npz")
        parser.add_argument("--part", type=int, help="of one that was joined, take this out again")

    def handle(
        self, *args: Any, weights: list[Path], out: Path, part: int | None, **options: Any
    ) -> None:
        if part is not None and len(weights) > 1:
            raise bad_arguments("A part is taken out of one network.")
        try:
            arrays, about = joined(weights) if part is None else parted(weights[0], part)
            save(out, arrays, about)
        except Refused as refusal:
            raise bad_arguments(refusal) from refusal
        except OSError as error:
            raise bad_arguments(f"Cannot write {out}: {error.strerror}.") from error
