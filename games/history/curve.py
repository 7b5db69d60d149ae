"""A rating over time as a picture: the points, in the picture's own units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from .ratings import margin, points

# The drawing lies between these, in a picture of 600 by 180.
LEFT, RIGHT, TOP, BOTTOM = 56, 588, 14, 148
STEPS: Final = (10, 20, 50, 100, 200, 250, 500)
MOST_LINES: Final = 5


class Point(NamedTuple):
    at: datetime
    mu: float
    sigma: float

    @property
    def points(self) -> int:
        return points(self.mu)

    @property
    def margin(self) -> int:
        return margin(self.sigma)


class Line(NamedTuple):
    """Across the picture, at a round number."""

    y: int
    points: int


@dataclass(frozen=True, slots=True)
class Curve:
    """Two points at least, the oldest first."""

    points: tuple[Point, ...]
    low: int
    high: int

    @property
    def first(self) -> Point:
        return self.points[0]

    @property
    def last(self) -> Point:
        return self.points[-1]

    @property
    def line(self) -> str:
        return " ".join(f"{self._x(n)},{self._y(p.points)}" for n, p in enumerate(self.points))

    @property
    def band(self) -> str:
        """Along the upper edge, and back along the lower one."""
        upper = [(n, p.points + p.margin) for n, p in enumerate(self.points)]
        lower = [(n, p.points - p.margin) for n, p in enumerate(self.points)]
        return " ".join(f"{self._x(n)},{self._y(value)}" for n, value in [*upper, *lower[::-1]])

    @property
    def dot(self) -> tuple[int, int]:
        return self._x(len(self.points) - 1), self._y(self.last.points)

    @property
    def lines(self) -> list[Line]:
        span = self.high - self.low
        step = next((s for s in STEPS if span // s < MOST_LINES), STEPS[-1])
        first = -(-self.low // step) * step
        return [Line(self._y(value), value) for value in range(first, self.high + 1, step)]

    def _x(self, number: int) -> int:
        return round(LEFT + (RIGHT - LEFT) * number / (len(self.points) - 1))

    def _y(self, value: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * (value - self.low) / max(1, self.high - self.low))


def curve_of(rows: Sequence[tuple[datetime, float, float]]) -> Curve | None:
    """Of rows with the newest first; None where there is nothing to see yet."""
    if len(rows) < 2:
        return None
    oldest_first = tuple(Point(*row) for row in reversed(rows))
    low = min(point.points - point.margin for point in oldest_first)
    return Curve(oldest_first, low, max(point.points + point.margin for point in oldest_first))
