"""What the long tests measured, in one table: as a pytest plug-in (`-p tests.kit.figures`).

With BRUNO_FIGURES=FILE each run adds its rows to that file, so that several runs have one table:

    python -m tests.kit.figures FILE
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

PROPERTY = "figure"
HEADING = ("promise", "what ran", "figure", "result")
Row = tuple[str, str, str, str]
Note = Callable[[str, str, str], None]


@pytest.fixture
def note(request: pytest.FixtureRequest) -> Note:
    """Of which promise, what ran, and what was measured; more than once if need be."""

    def write_down(promise: str, ran: str, figure: str) -> None:
        request.node.user_properties.append((PROPERTY, (promise, ran, figure)))

    return write_down


def rows_of(report: pytest.TestReport) -> Iterator[Row]:
    result = f"{report.outcome}, {report.duration:.0f} s"
    figures: list[Any] = [value for name, value in report.user_properties if name == PROPERTY]
    if not figures:
        figures = [("", report.nodeid, "")]
    for promise, ran, figure in figures:
        yield promise, ran, figure, result


def table(rows: Iterable[Row]) -> str:
    lines = [HEADING, *sorted(rows, key=lambda row: (int(row[0][1:] or 99), row[1]))]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADING))]
    padded = ((text.ljust(n) for text, n in zip(line, widths, strict=True)) for line in lines)
    return "\n".join("  ".join(line).rstrip() for line in padded)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    ended = [*terminalreporter.stats.get("passed", []), *terminalreporter.stats.get("failed", [])]
    long = [each for each in ended if each.when == "call" and "soak" in each.keywords]
    rows = [row for report in long for row in rows_of(report)]
    if file := os.environ.get("BRUNO_FIGURES"):
        with Path(file).open("a") as output:
            output.writelines(json.dumps(row) + "\n" for row in rows)
    elif rows:
        terminalreporter.section("what was measured")
        terminalreporter.write_line(table(rows))


if __name__ == "__main__":
    lines = Path(sys.argv[1]).read_text().splitlines()
    print(table(tuple(json.loads(line)) for line in lines))
