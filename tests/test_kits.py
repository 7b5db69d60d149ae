"""Who may lean on tests: nobody."""

from __future__ import annotations

import re

from tests.kit.imports import imports_of
from tests.kit.repository import FOURTH, OURS, ROOT, module_of, sources


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


def test_browsers_are_driven_only_where_make_looks_for_such_tests() -> None:
    marked = [path for path in sources("tests") if re.search(r"mark\.browser", path.read_text())]
    (looked_at,) = re.findall(r"^IN_BROWSERS := (.*)$", (ROOT / "Makefile").read_text(), re.M)
    places = [ROOT / place for place in looked_at.split()]
    others = [path for path in marked if not {path, *path.parents} & {*places}]
    assert [path.name for path in others if "mark.soak" not in path.read_text()] == []


def test_what_measures_and_what_runs_needs_no_tests() -> None:
    ours = sources(*(folder for folder in OURS if folder != "tests"))
    assert [p for p in ours if any(n.split(".")[0] == "tests" for n in imports_of(p))] == []
