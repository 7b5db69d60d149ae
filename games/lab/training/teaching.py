"""A course of training from its first batch, or from where it was left, to its weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from ...bots.bruno.learned.weights import save
from ..simulation import planned, play_deals
from ..statistics import Estimate, won
from .curve import drawn
from .trainer import Trainer

POINTS: Final = 12
YARDSTICK: Final = "hard"


class Point(NamedTuple):
    """How far the training has come: `share` of games won from the hard bot."""

    decisions: float
    error: float
    share: float
    margin: float

    def __str__(self) -> str:
        won = Estimate(self.share, self.margin).written(1, scale=100, unit=" %")
        return f"{self.decisions / 1e6:7.1f} M decisions   error {self.error:.4f}   v hard {won}"


@dataclass
class Teaching:
    trainer: Trainer
    out: Path
    deals: int  # to be judged by, at each point of the curve

    def __post_init__(self) -> None:
        self.paused = self.out.with_suffix(".part")
        points = self.trainer.resume(self.paused) if self.paused.exists() else []
        self.curve = [Point(*point) for point in points]

    def __len__(self) -> int:
        """How many batches are left, more or less."""
        course = self.trainer.course
        return max(1, (course.decisions - self.trainer.decisions) // course.batch)

    def __iter__(self) -> Iterator[Point | None]:
        """Batch by batch; a point whenever one was reached."""
        trainer = self.trainer
        while not trainer.is_done:
            report = trainer.learn()
            reached = trainer.decisions * POINTS // trainer.course.decisions
            yield self._point(report.error) if reached > len(self.curve) else None
        self.paused.unlink(missing_ok=True)

    def _point(self, error: float) -> Point:
        self._write()
        share = self._judged()
        point = Point(self.trainer.decisions, error, share.mean, share.margin or 0.0)
        self.curve.append(point)
        self._write()
        self.trainer.pause(self.paused, [list(each) for each in self.curve])
        return point

    def _write(self) -> None:
        curve = [each._asdict() for each in self.curve]
        save(self.out, self.trainer.arrays(), {**self.trainer.about(), "curve": curve})
        self.out.with_suffix(".svg").write_text(drawn(self.curve))

    def _judged(self) -> Estimate:
        learner = f"expert@{self.out}"
        plan = planned("bruno", [learner, YARDSTICK] * 2, "learning curve", duplicate=True)
        return won([deal.games for deal in play_deals(plan, self.deals)], learner)
