"""What the long tests measured, in one table: as a pytest plug-in (`-p tests.kit.figures`).

With BRUNO_FIGURES=FILE each run adds its rows to that file, so that several runs have one table,
and other tests than the long ones have their rows too:

    python -m tests.kit.figures FILE
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

PROMISES = Path(__file__).resolve().parents[2] / "docs/promises.md"
PROPERTY = "figure"
ENDS = ("passed", "failed", "error", "skipped")
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
    for promise, ran, figure in figures:
        yield promise, ran, figure, result
    if report.failed:
        yield "", report.nodeid, what_went_wrong(report), result
    elif not figures and report.skipped and "soak" in report.keywords:
        yield "", report.nodeid, "", result


def what_went_wrong(report: pytest.TestReport) -> str:
    """In a line."""
    crash = getattr(report.longrepr, "reprcrash", None)
    return "" if crash is None else str(crash.message).partition("\n")[0]


@cache
def files_of_promises() -> dict[str, list[str]]:
    """The files of tests, and the promises that each is named for."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for promise, row in re.findall(r"^\| (P\d+) \|(.*)$", PROMISES.read_text(), re.MULTILINE):
        for file in re.findall(r"`(tests/[\w/]+\.py)", row):
            found[file].append(promise)
    return found


def summed_up(reports: Iterable[pytest.TestReport]) -> Iterator[Row]:
    """Those that passed and have nothing to tell: one row for each promise."""
    passed: defaultdict[str, list[pytest.TestReport]] = defaultdict(list)
    for report in reports:
        if report.passed and not report.user_properties:
            for promise in files_of_promises().get(file_of(report), [""]):
                passed[promise].append(report)
    for promise, each in passed.items():
        files = ", ".join(sorted({Path(file_of(report)).stem for report in each}))
        seconds = sum(report.duration for report in each)
        yield promise, files.replace("test_", ""), f"{len(each)} tests", f"passed, {seconds:.0f} s"


def file_of(report: pytest.TestReport) -> str:
    return report.nodeid.partition("::")[0]


def table(rows: Iterable[Row]) -> str:
    """As Markdown, to be pasted."""
    lines = [HEADING, *sorted(rows, key=lambda row: (int(row[0][1:] or 99), row[1]))]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADING))]
    lines.insert(1, tuple("-" * width for width in widths))  # type: ignore[arg-type]
    padded = ((text.ljust(n) for text, n in zip(line, widths, strict=True)) for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in padded)


def counts(report: pytest.TestReport) -> bool:
    return "soak" in report.keywords or "BRUNO_FIGURES" in os.environ


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """At once: nobody waits for an hour to hear what went wrong in the first minute."""
    if counts(report) and (report.when == "call" or not report.passed):
        add(rows_of(report))


def add(rows: Iterable[Row]) -> None:
    if file := os.environ.get("BRUNO_FIGURES"):
        with Path(file).open("a") as output:
            output.writelines(json.dumps(row) + "\n" for row in rows)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    stats = terminalreporter.stats
    ended = [each for outcome in ENDS for each in stats.get(outcome, []) if counts(each)]
    add(summed_up(ended))
    rows = [row for report in ended for row in rows_of(report)] + list(summed_up(ended))
    if rows and "BRUNO_FIGURES" not in os.environ:
        terminalreporter.section("what was measured")
        terminalreporter.write_line(table(rows))


def main(file: Path) -> None:
    rows = [tuple(json.loads(line)) for line in file.read_text().splitlines()]
    print(f"\n`make soak` on {datetime.now():%Y-%m-%d}, {os.cpu_count()} cores:\n")
    print(table(rows))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
