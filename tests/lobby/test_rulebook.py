from pathlib import Path

import pytest

from lobby import rulebook

TEXT = """# Whist

- W1 First clause, see W2 and W9.
- **W2** Second <script>alert(1)</script>.

W3 A paragraph, and `W1` as code.

| a | b |
|---|---|
| W1 | K8 |
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "whist.md").write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr(rulebook, "ROOT", tmp_path)
    rulebook.page.cache_clear()
    return str(rulebook.page("whist", "en"))


def test_every_clause_can_be_linked_to(page: str) -> None:
    assert '<li id="W1">' in page and '<li id="W2">' in page and '<p id="W3">' in page


def test_a_clause_that_is_named_is_linked_where_it_exists(page: str) -> None:
    assert 'see <a href="#W2">W2</a> and W9.' in page
    assert '<td><a href="#W1">W1</a></td>' in page and "<td>K8</td>" in page


def test_html_in_the_text_is_shown_and_not_obeyed(page: str) -> None:
    assert "&lt;script&gt;" in page and "<script>" not in page


def test_a_game_without_a_text_has_no_page(page: str) -> None:
    assert rulebook.page("chess", "en") is None
