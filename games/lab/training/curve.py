"""A learning curve as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 24, 44
LINES: Final = (0, 25, 50, 75, 100)
STYLE: Final = (
    "text{font:13px sans-serif;fill:#333}.axis{stroke:#ccc}"
    ".curve{fill:none;stroke:#0a6;stroke-width:2}.bar{stroke:#0a6;opacity:.5}"
)


class Measured(Protocol):
    @property
    def decisions(self) -> float: ...
    @property
    def share(self) -> float: ...
    @property
    def margin(self) -> float: ...


def drawn(points: Sequence[Measured]) -> str:
    """Share of games won from the hard bot, with its interval, by millions of decisions."""
    return "\n".join(_lines(points)) + "\n"


def _lines(points: Sequence[Measured]) -> Iterator[str]:
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
    yield f"<style>{STYLE}</style>"
    for percent in LINES:
        y = _y(percent / 100)
        yield f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{percent} %</text>'
    most = max((point.decisions for point in points), default=1.0)
    for point in points:
        x = _x(point.decisions, most)
        low, high = _y(point.share - point.margin), _y(point.share + point.margin)
        yield f'<line class="bar" x1="{x}" x2="{x}" y1="{low}" y2="{high}"/>'
        below = f'x="{x}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle"'
        yield f"<text {below}>{point.decisions / 1e6:.0f}</text>"
    places = " ".join(f"{_x(point.decisions, most)},{_y(point.share)}" for point in points)
    yield f'<polyline class="curve" points="{places}"/>'
    yield f'<text x="{LEFT}" y="16">games won from the hard bot, by millions of decisions</text>'
    yield "</svg>"


def _x(decisions: float, most: float) -> float:
    return round(LEFT + decisions / most * (WIDTH - LEFT - RIGHT), 1)


def _y(share: float) -> float:
    return round(HEIGHT - BOTTOM - min(max(share, 0), 1) * (HEIGHT - TOP - BOTTOM), 1)
