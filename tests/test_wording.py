"""What the texts of the repository may not say."""

from __future__ import annotations

import re

from tests.kit.repository import texts


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
