"""P10 and P11: how late comes what is due, and how soon everybody sees a move. The benches say."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from scripts import compose
from tests.kit.figures import Note

pytestmark = pytest.mark.services

LATE_MS, SEEN_MS = 500, 500
WHENEVER = float("inf")  # on a busy machine
CLOCK = ("bench.clock_speed", "--tables", "{tables}", "--seconds", "{seconds}")
LIVE = ("bench.live_speed", "--webs", "2", *CLOCK[1:], "--pace", "{pace}")


def measured(bench: tuple[str, ...], columns: list[str], **given: int) -> list[float]:
    asked = (sys.executable, "-m", *(word.format(**given) for word in bench))
    said = subprocess.run(
        asked, cwd=compose.ROOT, check=True, capture_output=True, text=True, timeout=600
    )
    return read(said.stdout, columns)


def read(said: str, columns: list[str]) -> list[float]:
    """Of the one line under the heading. The first column may be of several words."""
    _before, heading, line, *_after = re.split(r"^(tables .*)\n(.*)$", said, flags=re.MULTILINE)
    names = heading.replace(" ms", "_ms").replace(" CPU", "_CPU").split()
    values = dict(zip(reversed(names), reversed(line.split()), strict=False))
    return [float(values[name]) for name in columns]


RUNS = [
    pytest.param(3, 3, WHENEVER, id="small"),
    pytest.param(300, 20, LATE_MS, id="full", marks=pytest.mark.soak),
]


@pytest.mark.parametrize("tables,seconds,most", RUNS)
def test_what_is_due_at_many_tables_is_hardly_late(
    tables: int, seconds: int, most: float, note: Note
) -> None:
    columns = ["moves/s", "p99_ms", "max_ms", "min_ms"]
    moves, p99, latest, earliest = measured(CLOCK, columns, tables=tables, seconds=seconds)
    note(
        "P10",
        f"{tables} tables with three bots, {moves:.0f} moves a second",
        f"late p99 {p99:.0f} ms, at most {latest:.0f} ms, never early ({earliest:.0f} ms)",
    )
    assert p99 <= most
    assert earliest >= 0


RUNS = [
    pytest.param(3, 1, 3, WHENEVER, id="small"),
    pytest.param(500, 5, 20, SEEN_MS, id="full", marks=pytest.mark.soak),
]


@pytest.mark.parametrize("tables,pace,seconds,most", RUNS)
def test_everybody_sees_every_move_soon(
    tables: int, pace: int, seconds: int, most: float, note: Note
) -> None:
    columns = ["moves/s", "p95_ms", "p99_ms", "missing"]
    given = {"tables": tables, "pace": pace, "seconds": seconds}
    moves, p95, p99, missing = measured(LIVE, columns, **given)
    note(
        "P11",
        f"{tables} tables, {4 * tables} pages, {moves:.0f} moves a second",
        f"seen by all four p95 {p95:.0f} ms, p99 {p99:.0f} ms, {missing:.0f} missing",
    )
    assert missing == 0
    assert p95 <= most
