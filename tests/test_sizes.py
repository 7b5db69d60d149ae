"""How large a piece may grow."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from statistics import median, quantiles

from tests.kit.imports import tree_of
from tests.kit.repository import OURS, module_of, sources


def functions() -> Iterator[tuple[int, str]]:
    for path in sources(*OURS):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                yield length, f"{module_of(path)}.{node.name}"


def test_functions_are_short() -> None:
    sizes = [size for size, _name in functions()]
    assert [name for size, name in functions() if size > 40] == []
    assert median(sizes) <= 8
    assert quantiles(sizes, n=20)[-1] <= 25


def test_files_are_short() -> None:
    lengths = {path: len(path.read_text().splitlines()) for path in sources(*OURS)}
    assert {path.name: length for path, length in lengths.items() if length > 500} == {}
