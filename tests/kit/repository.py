"""The files of this repository, for tests that read them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OURS = ("accounts", "bench", "bruno_site", "games", "lobby", "scripts", "tests")
# A whole game, laid out as the repository is; a test puts it into a copy.
FOURTH = ROOT / "tests/kit/fourth"
LEFT_ALONE = {".git", ".venv", ".hypothesis", "build", "node_modules", "staticfiles", "var"}


def module_of(path: Path) -> str:
    """“games.rules.bruno” for games/rules/bruno/__init__.py."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def sources(*folders: str) -> tuple[Path, ...]:
    """Python that somebody wrote; migrations are made by a command."""
    found = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))
    return tuple(path for path in found if "migrations" not in path.parts)


def texts() -> Iterator[tuple[Path, str]]:
    """Every text file, whatever it is for."""
    for path in sorted(ROOT.rglob("*")):
        inside = path.relative_to(ROOT)
        hidden = any(part in LEFT_ALONE or part.endswith("_cache") for part in inside.parts)
        if hidden or "__pycache__" in inside.parts or not path.is_file():
            continue
        try:
            yield inside, path.read_text()
        except UnicodeDecodeError:
            continue
