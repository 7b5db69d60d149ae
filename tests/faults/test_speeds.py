"""P10 and P11: how late comes what is due, and how soon everybody sees a move. The benches say."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from scripts import compose
from tests.kit.figures import Note

pytestmark = [pytest.mark.services, pytest.mark.soak]

LATE_MS, SEEN_MS = 500, 500
CLOCK = ("bench.clock_speed", "--tables", "300", "--seconds", "20")
TABLES, PACE = 500, 5
LIVE = (
    *("bench.live_speed", "--webs", "2", "--seconds", "20"),
    *("--tables", str(TABLES), "--pace", str(PACE)),
)


def measured(bench: tuple[str, ...], columns: list[str]) -> list[float]:
    asked = (sys.executable, "-m", *bench)
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


def test_what_is_due_at_300_tables_is_hardly_late(note: Note) -> None:
    moves, p99, latest, earliest = measured(CLOCK, ["moves/s", "p99_ms", "max_ms", "min_ms"])
    note(
        "P10",
        f"300 tables with three bots, {moves:.0f} moves a second",
        f"late p99 {p99:.0f} ms, at most {latest:.0f} ms, never early ({earliest:.0f} ms)",
    )
    assert p99 <= LATE_MS
    assert earliest >= 0


def test_everybody_sees_every_move_soon(note: Note) -> None:
    moves, p95, p99, missing = measured(LIVE, ["moves/s", "p95_ms", "p99_ms", "missing"])
    note(
        "P11",
        f"{TABLES} tables, {4 * TABLES} pages, {moves:.0f} moves a second",
        f"seen by all four p95 {p95:.0f} ms, p99 {p99:.0f} ms, {missing:.0f} missing",
    )
    assert missing == 0
    assert p95 <= SEEN_MS
