"""Who may import whom, who may write, and how large a piece may grow."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from statistics import median, quantiles

import pytest

from games.rules import kinds

from .repository import OURS, ROOT, module_of, sources, texts

# A module, and all that it may import beside the standard library: “x” is x and what is in it,
# “x!” is x alone. The first row that fits counts.
ROWS = """
games.rules.KIND            games.rules! games.rules.SHARED games.rules.KIND
games.rules.KIND.*          games.rules! games.rules.SHARED games.rules.KIND
games.rules                 games.rules.game
games.rules.*               games.rules! games.rules.SHARED
games.bots                  games.bots games.rules numpy
games.bots.*                games.bots games.rules numpy
games.lab.env               games.lab games.rules numpy gymnasium pettingzoo
games.lab*                  games.lab games.bots games.rules numpy
games.models                games.rules django
games.log.guards            django.db
games.log.states            games.models games.time.pace games.rules
games.log.window            games.models games.log.states games.rules accounts.models django.db
games.log.export            games.models games.rules
games.log.door              games.models games.log games.time.clock games.time.pace games.rules
                            accounts.models django channels.layers asgiref
games.log
games.time.pace             games.rules.words
games.time.clock            games.models games.time.pace games.rules.game django.utils
games.time.attendance       games.models games.log.window games.time.clock games.rules!
                            games.rules.game django.utils
games.time.house            games.log games.time games.models games.bots games.rules!
                            games.rules.game django channels.db
games.time
games.table.words           games.rules.words django
games.table.hearing         games.log games.rules.game games.table.words django
games.table.drawing         games.log.window games.time.attendance games.rules.SHARED
                            games.table.words django
games.table.consumers       games.log games.table games.models games.rules.game
                            games.rules.table django channels
games.table
games.templatetags*         games.table.words games.rules.SHARED django
games.routing               games.table.consumers django.urls
games.views                 games.log games.table games.time.attendance games.models
                            games.rules.game accounts.models django
games.urls                  games.views django.urls
games.admin                 games.models django
games.apps                  games.log.guards django
games.management*           games django
games
lobby.management*           lobby.service games.time.house channels.db django
lobby*                      lobby accounts.models games.bots! games.log games.models games.time.pace
                            games.table.words games.rules! games.rules.SHARED markdown_it
                            django django_htmx
accounts*                   accounts django
bruno_site.asgi             bruno_site games.routing channels django
bruno_site.at_home          games.time.house
bruno_site*                 bruno_site channels redis whitenoise django
"""

WRITES = {"create", "bulk_create", "get_or_create", "update_or_create", "update", "bulk_update"}
WRITES |= {"delete", "save"}


def shared_rules() -> list[str]:
    """What the kinds have in common: the modules beside their folders."""
    return [module_of(path) for path in sorted((ROOT / "games/rules").glob("[!_]*.py"))]


def rows() -> Iterator[tuple[str, list[str]]]:
    joined = re.sub(r"\n {2,}", " ", ROWS.strip())
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


def is_allowed(name: str, allowed: list[str]) -> bool:
    if name.split(".")[0] in sys.stdlib_module_names:
        return True
    exact = {each[:-1] for each in allowed if each.endswith("!")}
    return name in exact or any(name == each or name.startswith(each + ".") for each in allowed)


@pytest.mark.parametrize("path", sources("games", "lobby", "accounts", "bruno_site"), ids=module_of)
def test_every_module_imports_only_what_its_row_allows(path: Path) -> None:
    module = module_of(path)
    allowed = next((names for row, names in rows() if fnmatchcase(module, row)), None)
    assert allowed is not None, f"{module} has no row: say what it may import"
    assert [name for name in imports_of(path) if not is_allowed(name, allowed)] == []


def test_every_row_is_about_some_module() -> None:
    modules = [module_of(path) for path in sources("games", "lobby", "accounts", "bruno_site")]
    idle = [row for row, _names in rows() if not any(fnmatchcase(m, row) for m in modules)]
    assert idle == []


def calls_in(path: Path) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            yield name, node


def test_the_view_of_a_game_is_taken_in_one_place() -> None:
    """Bots and their simulation apart, and the rules themselves, which nobody imports by kind."""
    callers = {
        module_of(path)
        for path in sources("games", "lobby", "accounts", "bruno_site")
        for name, call in calls_in(path)
        if name == "view" and isinstance(call.func, ast.Attribute)
    }
    free = ("games.rules.", "games.bots", "games.lab")
    assert {caller for caller in callers if not caller.startswith(free)} == {"games.log.window"}


def written_by(path: Path) -> Iterator[str]:
    """Calls that change a table: on a manager, or on a row."""
    for name, call in calls_in(path):
        if name in WRITES and isinstance(call.func, ast.Attribute):
            owner = ast.unparse(call.func.value)
            if name in {"save", "delete"} or ".objects" in owner:
                yield f"{owner}.{name}"


@pytest.mark.parametrize("app", ["games", "lobby"])
def test_only_the_door_of_an_app_writes_to_its_tables(app: str) -> None:
    """And the clocks: one books a seat's time under the door's lock, one clears old sessions."""
    writers = {module_of(path) for path in sources(app) if any(written_by(path))}
    doors = {"games.log.door", "lobby.service"}
    assert writers <= doors | {"games.time.clock", "lobby.management.commands.run_clock"}


def test_a_socket_asks_queries_and_never_a_table() -> None:
    for app in ("games", "lobby"):
        consumers = ROOT / app / "table/consumers.py"
        assert not consumers.exists() or ".objects" not in consumers.read_text()


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
    assert {path.name: length for path, length in lengths.items() if length > 300} == {}


def test_briscalone_has_a_monkey_suit_and_no_other_word_for_it() -> None:
    word = "tru" + "mp"
    pages = [(str(path), text) for path, text in texts() if "briscalone" in path.as_posix()]
    assert [p for p, text in pages if word in text.lower() and not p.startswith("tests")] == []


def test_nothing_tells_where_the_repository_was_written() -> None:
    folders = re.compile(r"(?<![\w.:/-])/(?:work|home|root|Users)/\w")
    assert [str(path) for path, text in texts() if folders.search(text)] == []


def test_no_package_registry_is_named() -> None:
    hosts = "|".join(["py" + "pi", "pytho" + "nhosted", "np" + "mjs", "artif" + "actory"])
    named = re.compile(rf"\b[\w.-]*(?:{hosts})\.(?:org|com|io|net)\b|--(?:extra-)?index-url")
    assert [str(path) for path, text in texts() if named.search(text)] == []
