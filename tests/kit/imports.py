"""What a module imports and calls, read from its text."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from games.rules import kinds
from tests.kit.repository import ROOT, module_of


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from from_module(path, node)


def from_module(path: Path, node: ast.ImportFrom) -> Iterator[str]:
    """“from .log import states” imports games.log.states, and so does “from .log.states …”."""
    here = path.relative_to(ROOT).parent.parts
    base = ".".join([*here[: len(here) - node.level + 1] * bool(node.level), node.module or ""])
    base = base.rstrip(".")
    for alias in node.names:
        inner = ROOT / base.replace(".", "/") / alias.name
        is_module = inner.with_suffix(".py").exists() or inner.is_dir()
        yield f"{base}.{alias.name}" if is_module else base


def calls_in(path: Path) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            yield name, node


def shared_rules() -> list[str]:
    """What the kinds have in common: the modules beside their folders."""
    return [module_of(path) for path in sorted((ROOT / "games/rules").glob("[!_]*.py"))]


@cache
def rows(table: str) -> tuple[tuple[str, list[str]], ...]:
    """Modules' names or patterns, and what they may import."""
    return tuple(_rows(table))


def _rows(table: str) -> Iterator[tuple[str, list[str]]]:
    joined = re.sub(r"\n {2,}", " ", table.strip())
    for line in joined.splitlines():
        pattern, *allowed = line.split()
        for kind in kinds() if "KIND" in pattern else ("",):
            yield pattern.replace("KIND", kind), list(spelled_out(allowed, kind))


def spelled_out(allowed: list[str], kind: str) -> Iterator[str]:
    for name in allowed:
        if name == "games.rules.SHARED":
            yield from shared_rules()
        else:
            yield name.replace("KIND", kind)


def is_allowed(name: str, allowed: list[str]) -> bool:
    if name.split(".")[0] in sys.stdlib_module_names:
        return True
    exact = {each[:-1] for each in allowed if each.endswith("!")}
    return name in exact or any(name == each or name.startswith(each + ".") for each in allowed)
