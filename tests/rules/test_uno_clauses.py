"""The rules page, the program and the tests speak of the same clauses."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "rules" / "uno.md"
CLAUSES = [f"U{number}" for number in range(1, 25)]


def test_the_page_has_every_clause_once_and_in_order() -> None:
    assert re.findall(r"^\*\*(U\d+)\*\*", PAGE.read_text(), re.MULTILINE) == CLAUSES


def test_the_page_says_whose_trade_mark_it_is() -> None:
    assert "UNO is a trade mark of Mattel" in PAGE.read_text()


def test_every_clause_has_a_test() -> None:
    text = "".join(path.read_text() for path in Path(__file__).parent.glob("test_uno_*.py"))
    tested = {name.upper() for name in re.findall(r"def test_(u\d+)_", text)}
    assert [clause for clause in CLAUSES if clause not in tested] == []


def test_the_program_cites_only_clauses_that_exist() -> None:
    code = "".join(path.read_text() for path in (ROOT / "games/rules/uno").glob("*.py"))
    assert set(re.findall(r"\bU\d+\b", code)) <= set(CLAUSES)
