"""What names promise: a predicate answers a question and changes nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.kit.imports import tree_of
from tests.kit.repository import module_of, sources

PREDICATES = {"is", "has", "may", "can"}
# Calls of Django's that write a row or lock one.
WRITES = {"save", "delete", "create", "bulk_create", "update", "bulk_update", "update_or_create"}
WRITES |= {"get_or_create", "select_for_update"}
# Of these names dictionaries and sets have methods too: they count on a queryset alone.
ON_QUERYSETS = {"update"}
PACKAGES = ("accounts", "bruno_site", "games", "lobby")


class Function(NamedTuple):
    module: str
    owner: str  # its class, if it has one
    name: str


Call = tuple[str, str]  # on what, and what


def calls_in(node: ast.AST) -> Iterator[Call]:
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name):
            yield "", each.func.id
        elif isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):
            yield ast.unparse(each.func.value), each.func.attr


def functions_in(module: str, tree: ast.Module) -> Iterator[tuple[Function, ast.AST]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Function(module, "", node.name), node
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield Function(module, node.name, inner.name), inner


def imported_in(module: str, is_package: bool, tree: ast.Module) -> dict[str, tuple[str, str]]:
    """By the name that is used here, the module and the name there; the name is empty for one that
    may be a module itself."""
    found = {}
    package = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            for each in node.names:
                found[each.asname or each.name] = (origin, each.name)
    return found


def is_a_write(call: Call) -> bool:
    on, name = call
    return name in WRITES and (name not in ON_QUERYSETS or "objects" in on or "filter(" in on)


@cache
def graph() -> dict[Function, tuple[bool, frozenset[Function]]]:
    """Of each function whether it writes by itself, and which functions of ours it calls."""
    known: dict[Function, tuple[list[Call], dict[str, tuple[str, str]]]] = {}
    for path in sources(*PACKAGES):
        module, tree = module_of(path), tree_of(path)
        imported = imported_in(module, path.name == "__init__.py", tree)
        for function, node in functions_in(module, tree):
            known[function] = (list(calls_in(node)), imported)
    return {
        function: (
            any(map(is_a_write, calls)),
            frozenset(
                target for call in calls if (target := _target(function, call, imported)) in known
            ),
        )
        for function, (calls, imported) in known.items()
    }


def _target(caller: Function, call: Call, imported: dict[str, tuple[str, str]]) -> Function:
    on, name = call
    if on == "self":
        return Function(caller.module, caller.owner, name)
    if not on:
        origin, there = imported.get(name, (caller.module, name))
        return Function(origin, "", there)
    origin, there = imported.get(on, ("", on))
    return Function(f"{origin}.{there}", "", name)


def writes(function: Function, seen: frozenset[Function] = frozenset()) -> bool:
    by_itself, called = graph()[function]
    return by_itself or any(writes(each, seen | {function}) for each in called - seen)


def test_no_predicate_reaches_a_write_or_a_lock() -> None:
    acting = [
        f"{each.module}.{each.name}"
        for each in graph()
        if each.name.lstrip("_").split("_")[0] in PREDICATES and writes(each)
    ]
    assert acting == []
