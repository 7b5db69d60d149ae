"""Commands as a person types them, without a database: pytest-django forbids one here."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command

GOLDEN = Path(__file__).parents[1] / "commands/golden" / "bruno.jsonl"

FOUR = "random,greedy,random,greedy"


def run(*words: object) -> str:
    screen = StringIO()
    call_command(*map(str, words), stdout=screen)
    return screen.getvalue()


def simulate(*more: object, seats: str = FOUR, games: int = 2, seed: str = "tests") -> str:
    return run("simulate", "bruno", "--seats", seats, "--games", games, "--seed", seed, *more)


def without_times(table: str) -> str:
    """The last line is the only one that tells of time."""
    return table[: table.rstrip("\n").rindex("\n")]


def golden() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(GOLDEN.read_text())
    return record


def written(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path
