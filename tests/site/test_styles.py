"""CSS classes and icons: each class is styled in one sheet, and none is unused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.kit.repository import ROOT

SHEETS = [*ROOT.glob("static/css/*.css"), *ROOT.glob("games/rules/*/table/static/*.css")]
TEMPLATES = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("games/rules/*/table/templates/*.html")]
SCRIPTS = [*ROOT.glob("static/js/*.js")]
SOURCES = [path for app in ("games", "lobby", "accounts") for path in ROOT.glob(f"{app}/**/*.py")]

# Classes in the markup of Django's own forms.
OF_DJANGO = {"errorlist", "nonfield", "helptext"}


def text_of(paths: list[Path]) -> str:
    return "\n".join(path.read_text() for path in paths)


def selectors(sheet: Path) -> Iterator[str]:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    for found in re.finditer(r"([^{};]+)\{", text):
        if not found[1].strip().startswith("@"):
            yield from re.split(r",(?![^(]*\))", found[1].strip())


def styled() -> set[str]:
    return {name for sheet in SHEETS for text in selectors(sheet) for name in classes_in(text)}


def classes_in(selector: str) -> list[str]:
    return re.findall(r"\.([a-zA-Z][\w-]*)", selector)


def words() -> set[str]:
    return set(re.findall(r"[\w-]+", text_of([*TEMPLATES, *SCRIPTS, *SOURCES])))


def is_used(name: str, known: set[str]) -> bool:
    """Return whether a class is used, as a whole or put together from “seat--” and “nw”."""
    start, dashes, end = name.rpartition("-")
    return name in known or (bool(dashes) and f"{start}-" in known and end in known)


def test_every_class_that_is_styled_is_used() -> None:
    known = words()
    unused = {name for name in styled() - OF_DJANGO if not is_used(name, known)}
    assert unused == set()


def classes_written() -> set[str]:
    """Return the classes that templates spell out in full."""
    values = re.findall(r'\bclass="([^"{]*)"', text_of(TEMPLATES))
    return {name for value in values for name in value.split()}


def test_every_class_that_a_template_names_is_styled_or_looked_for() -> None:
    looked_for = set(re.findall(r"\.([a-zA-Z][\w-]*)", text_of(SCRIPTS)))
    assert classes_written() - styled() - looked_for == set()


def class_of(selector: str) -> str | None:
    """Return the class of a selector that consists of one class and its states, or None."""
    bare = re.sub(r"::?(?!is\b)[\w-]+(\([^()]*\))?|\[[^\]]*\]", "", selector).strip()
    return bare[1:] if re.fullmatch(r"\.[a-zA-Z][\w-]*", bare) else None


def test_a_class_is_styled_in_one_sheet() -> None:
    """Another sheet may style it only inside an element of its own."""
    owners = Counter(
        name for sheet in SHEETS for name in {class_of(text) for text in selectors(sheet)} if name
    )
    assert [name for name, sheets in owners.items() if sheets > 1] == []


def test_every_icon_of_the_sprite_is_used() -> None:
    drawn = set(re.findall(r'<symbol id="i-([\w-]+)"', text_of(TEMPLATES)))
    named = set(re.findall(r'"([\w-]+)"', text_of([*TEMPLATES, *SOURCES])))
    named |= {f"shape-{letter}" for letter in "rgby"}
    assert drawn - named == set()


def test_every_icon_that_is_used_is_in_the_sprite() -> None:
    drawn = set(re.findall(r'<symbol id="i-([\w-]+)"', text_of(TEMPLATES)))
    asked = set(re.findall(r'icon\("([\w-]+)"\)', text_of(TEMPLATES)))
    assert asked - drawn == set()


def test_no_table_is_hidden_by_its_own_class() -> None:
    """A table is never narrower than its words: a hidden one made pages wider than a phone."""
    assert re.findall(r'<table class="[^"]*\bsr\b', text_of(TEMPLATES)) == []
