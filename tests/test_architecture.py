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
from tests.kit.repository import FOURTH, OURS, ROOT, module_of, sources, texts

# A module, and all that it may import beside the standard library: “x” is x and what is in it,
# “x!” is x alone. The first row that fits counts.
ROWS = """
games.rules.KIND            games.rules! games.rules.SHARED games.rules.KIND
games.rules.KIND.*          games.rules! games.rules.SHARED games.rules.KIND
games.rules                 games.rules.game
games.rules.*               games.rules! games.rules.SHARED
games.bots                  games.bots games.rules numpy
games.bots.*                games.bots games.rules numpy
games.lab*                  games.lab games.bots games.rules numpy pettingzoo gymnasium
games.models                games.rules django
games.log.guards            django.db
games.log.states            games.models games.time.pace games.rules bruno_site.kept
games.log.pov               games.rules.game games.rules.table
games.log.position          games.models games.log.states games.time.pace games.rules.game
games.log.dealer            games.log.position games.log.states games.rules.game
games.log.window            games.models games.log games.time.pace games.rules accounts.models
                            bruno_site.kept django.db
games.log.export            games.models games.rules
games.log.finished          games.models django.db
games.log.door              games.models games.log games.time.clock games.time.pace games.rules
                            accounts.models bruno_site.live.topics django
games.log
games.time.pace             games.rules.words
games.time.clock            games.models games.log.position games.time.pace games.rules.game
games.time.attendance       games.models games.log.position games.log.states games.time.clock
                            games.rules.game
games.time.claims           games.models games.log.position django.db
games.time.thinking         games.bots games.rules.game
games.time.house            games.log games.time games.models games.bots! games.rules.game
                            django channels.db
games.time
games.table.words           games.rules.words django
games.table.hearing         games.log
games.table.drawing         games.log games.time.attendance games.rules.SHARED games.table.words
                            bruno_site.kept django jinja2 markupsafe
games.table.page            games.log games.time.attendance games.models games.rules.game
                            games.table bruno_site.live.pages django
games.table.views           games.log.pov games.models games.table bruno_site.live django
games.table
games.history.rows          games.models games.log.window games.rules.SHARED games.table.words
                            django.utils
games.history.views         games.log games.history games.table games.models games.rules.game
                            accounts.models django
games.history
games.urls                  games.table games.history bruno_site.live.socket django.urls
games.admin                 games.models django
games.apps                  games.log.guards django
games.jobs                  games.log.finished bruno_site.jobs
games.management*           games bruno_site.jobs bruno_site.live.hub django
games
lobby.jobs                  lobby.service bruno_site.jobs
lobby*                      lobby accounts.models games.bots! games.log games.history games.models
                            games.time.pace games.table.words games.rules! games.rules.SHARED
                            markdown_it django django_htmx
accounts.jobs               bruno_site.jobs django
accounts*                   accounts django
bruno_site.asgi             bruno_site games.urls channels django
bruno_site.awake            games.time.house bruno_site.jobs bruno_site.live.hub django.conf
bruno_site.jobs             channels.db django
bruno_site.live*            bruno_site.live channels django
bruno_site.templates        bruno_site games.rules.words games.table.words jinja2 markupsafe
                            django django_htmx
bruno_site*                 bruno_site channels redis whitenoise django
"""

# Templates of this folder, and the apps whose pages they may name: a link is an import too. What
# lies straight in templates/ is the site's, as partials/ is, and leads everywhere.
MAY_LINK = {
    "templates": "accounts games lobby",
    "templates/partials": "accounts games lobby",
    "templates/accounts": "accounts",
    "templates/games": "games",
    "templates/lobby": "lobby games accounts",
    "templates/rules": "lobby",
}
LINK = re.compile(r"""\burl\(\s*["'](\w+):""")

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


def templates() -> list[Path]:
    of_kinds = (ROOT / "games").rglob("templates/**/*.html")
    return sorted([*(ROOT / "templates").rglob("*.html"), *of_kinds])


def may_link(template: Path) -> set[str]:
    folder = template.parent.relative_to(ROOT).as_posix()
    if folder.startswith("games/"):
        return {"games"}
    assert folder in MAY_LINK, f"{folder} has no row: say where its templates may lead"
    return set(MAY_LINK[folder].split())


@pytest.mark.parametrize("path", templates(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_leads_only_where_its_app_may_import(path: Path) -> None:
    assert set(LINK.findall(path.read_text())) <= may_link(path)


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


# Who writes to tables. The door of an app does whatever players do; beside it there is only who
# books that a table is claimed and that a listener has heard.
WRITERS = {
    "games": {"games.log.door", "games.log.finished", "games.time.claims"},
    "lobby": {"lobby.service"},
}
# They import no table to write to, as the rows above have it.
PURE = ("games.rules", "games.bots", "games.lab")
# Spelled like a write to a table, but on a dict or a set: "module: owner.name".
NO_WRITES: set[str] = set()


def writers_in(app: str) -> dict[str, set[str]]:
    """By module the calls that may change a table, whatever they are called on."""
    found: dict[str, set[str]] = {}
    for path in sources(app):
        for name, call in calls_in(path):
            if name in WRITES and isinstance(call.func, ast.Attribute):
                module, owner = module_of(path), ast.unparse(call.func.value)
                if not module.startswith(PURE) and f"{module}: {owner}.{name}" not in NO_WRITES:
                    found.setdefault(module, set()).add(f"{owner}.{name}")
    return found


@pytest.mark.parametrize("app", WRITERS)
def test_only_the_door_of_an_app_writes_to_its_tables(app: str) -> None:
    assert {m: calls for m, calls in writers_in(app).items() if m not in WRITERS[app]} == {}


LIVE = ("bruno_site.live.socket", "bruno_site.live.hub", "games.table.page", "games.table.drawing")


def test_what_is_live_asks_queries_and_never_a_table() -> None:
    texts = {module_of(path): path.read_text() for path in sources("bruno_site", "games")}
    assert [module for module in LIVE if ".objects" in texts[module]] == []


def test_no_test_imports_from_a_test() -> None:
    """What several need is a kit; whoever moves or drops a test need not look who leans on it."""
    leaning = {
        f"{module_of(path)} imports {name}"
        for path in sources("tests")
        for name in imports_of(path)
        if name.startswith("tests.") and not name.startswith("tests.kit.")
    }
    assert leaning == set()


def test_kits_are_in_one_place_and_hold_no_tests() -> None:
    plug_ins = {"__init__.py", "conftest.py", "services.py"}
    here = (path for path in sources("tests") if FOURTH not in path.parents)
    others = [path for path in here if path.name not in plug_ins]
    kits = [path for path in others if (ROOT / "tests/kit") in path.parents]
    assert [path.name for path in kits if path.name.startswith("test_")] == []
    assert [path.name for path in set(others) - set(kits) if path.name[:5] != "test_"] == []


def test_what_measures_and_what_runs_needs_no_tests() -> None:
    ours = sources(*(folder for folder in OURS if folder != "tests"))
    assert [p for p in ours if any(n.split(".")[0] == "tests" for n in imports_of(p))] == []


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
