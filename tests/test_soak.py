"""`make soak` runs every long test, and has something to say of every promise."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import PurePath

from scripts import compose
from tests.kit.figures import files_of_promises

LONG = re.compile(r"pytest\.mark\.soak\b|^@rounds\(", re.MULTILINE)


@cache
def run_by_make() -> frozenset[PurePath]:
    """The files and folders that its parts name."""
    makefile = (compose.ROOT / "Makefile").read_text()
    parts = ["soak-speeds", *re.findall(r"^BESIDE := (.*)$", makefile, re.MULTILINE)[0].split()]
    asked = ("make", "--dry-run", "--always-make", *parts)
    said = subprocess.run(asked, cwd=compose.ROOT, check=True, capture_output=True, text=True)
    return frozenset(map(PurePath, re.findall(r"\btests(?:/\w+)+(?:\.py)?", said.stdout)))


def is_long(file: PurePath) -> bool:
    return bool(LONG.search((compose.ROOT / file).read_text()))


def is_run(file: PurePath) -> bool:
    """Of a folder only what is long."""
    places = (file, *file.parents) if is_long(file) else (file,)
    return any(place in run_by_make() for place in places)


def test_every_long_test_is_run() -> None:
    tests = [path.relative_to(compose.ROOT) for path in compose.ROOT.glob("tests/**/test_*.py")]
    long = [path for path in tests if is_long(path)]
    assert len(long) > 12
    assert [str(path) for path in long if not is_run(path)] == []


def test_every_promise_has_a_row_of_its_table() -> None:
    told = {
        promise
        for file, promises in files_of_promises().items()
        if is_run(PurePath(file))
        for promise in promises
    }
    assert told == {f"P{number}" for number in range(1, 27)}
