"""What the documents say exists: commands, clauses, files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.kit.repository import ROOT, sources, texts

DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
RULE_PAGES = sorted(ROOT.glob("docs/rules/*.md"))

CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
LINK = re.compile(r"\[[^\]\[]*\]\(<?([^)\s>]+)>?\)|<(?:img|a)\b[^>]*?(?:src|href)=\"([^\"]+)\"")
TARGET = re.compile(r"^([a-z][\w-]*):", re.MULTILINE)
CLAUSE = re.compile(r"^\*\*([A-Z]\d+)\*\*", re.MULTILINE)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def commands_in(path: Path) -> str:
    """Only what stands as code: “make a table” is no command."""
    return "\n".join(CODE.findall(path.read_text()))


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_make_target_that_is_named_exists(path: Path) -> None:
    targets = set(TARGET.findall((ROOT / "Makefile").read_text()))
    named = set(re.findall(r"(?:^|[`\s;&])make ([a-z][\w-]*)", commands_in(path)))
    assert named <= targets


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_command_of_the_site_that_is_named_exists(path: Path) -> None:
    named = set(re.findall(r"manage\.py ([a-z]\w*)", commands_in(path)))
    assert named <= set(get_commands())


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_module_that_is_to_be_run_exists(path: Path) -> None:
    for name in re.findall(r"-m ((?:bench|tests|games)[\w.]*)", commands_in(path)):
        at = ROOT / name.replace(".", "/")
        assert at.with_suffix(".py").exists() or (at / "__main__.py").exists(), name


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_link_to_a_file_leads_somewhere(path: Path) -> None:
    text = CODE.sub("", path.read_text())
    links = [one or other for one, other in LINK.findall(text)]
    local = [link.split("#")[0] for link in links if not re.match(r"[a-z]+:", link)]
    assert [link for link in local if link and not (path.parent / link).exists()] == []


FILE = re.compile(r"`((?:[\w.-]+/)+[\w-]+\.(?:py|html|md|sh|css|js|yml|toml))`")


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_file_that_is_named_exists(path: Path) -> None:
    named = FILE.findall(path.read_text())
    missing = [
        name for name in named if not any((base / name).exists() for base in (ROOT, path.parent))
    ]
    assert missing == []


def clauses_of(page: Path) -> set[str]:
    return set(CLAUSE.findall(page.read_text()))


def cited(pattern: str, *folders: str) -> Iterator[str]:
    for path in sources(*folders):
        yield from re.findall(pattern, path.read_text())


@pytest.mark.parametrize("page", RULE_PAGES, ids=name_of)
def test_every_clause_that_the_program_cites_is_on_the_rules_page(page: Path) -> None:
    letter = min(clauses_of(page))[0]
    in_code = set(cited(rf"\b{letter}\d+\b", f"games/rules/{page.stem}"))
    assert in_code - clauses_of(page) == set()


@pytest.mark.parametrize("page", RULE_PAGES, ids=name_of)
def test_every_clause_has_a_test_that_cites_it(page: Path) -> None:
    """By its name, as in test_b12_…, or by a comment behind its heading."""
    by_name = {name.upper() for name in cited(r"def test_([a-z]\d+)_", "tests")}
    comments = " ".join(cited(r"\) -> None:  # (.+)", "tests"))
    by_comment = set(re.findall(r"[A-Z]\d+", comments))
    assert clauses_of(page) - by_name - by_comment == set()


@pytest.mark.parametrize("page", RULE_PAGES, ids=name_of)
def test_the_clauses_of_a_game_stand_once_and_in_order(page: Path) -> None:
    numbers = [int(clause[1:]) for clause in CLAUSE.findall(page.read_text())]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_architecture_says_what_is_in_every_folder() -> None:
    page = (ROOT / "docs/ARCHITECTURE.md").read_text()
    folders = {
        "/".join(path.relative_to(ROOT).parts[:2]) + "/"
        for path in sources("games", "lobby", "accounts", "bruno_site")
        if len(path.relative_to(ROOT).parts) > 2 and "management" not in path.parts
    }
    assert [folder for folder in sorted(folders) if f"`{folder}" not in page] == []


def test_every_promise_has_its_row() -> None:
    page = (ROOT / "docs/promises.md").read_text()
    rows = re.findall(r"^\| P(\d+) \|", page, re.MULTILINE)
    assert rows == [str(number) for number in range(1, 27)]


def test_every_test_that_a_page_names_exists() -> None:
    """P25: what stands beside a line of a standard is there to be run."""
    named = [
        (path, place, name)
        for path in DOCUMENTS
        for place, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", path.read_text())
    ]
    missing = [
        (place, name)
        for _path, place, name in named
        if not re.search(rf"def {name}\(", (ROOT / place).read_text())
    ]
    assert len(named) > 80 and missing == []


def test_every_line_of_the_standard_has_a_proof_or_a_reason() -> None:
    """P25"""
    page = (ROOT / "docs/security.md").read_text()
    lines = page.partition("## Line by line")[2].partition("## What is not defended")[0]
    proved, _heading, reasons = lines.partition("### Not met")
    rows = re.findall(r"^\| \d+\.\d+\.\d+.*\|$", proved, re.MULTILINE)
    assert len(rows) > 50 and all("::test_" in row for row in rows)
    assert len(re.findall(r"^\| \d+\.\d+\.\d+[^|]*\| \w.*\|$", reasons, re.MULTILINE)) > 5


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
