"""Everything that people can see is there in every language, whole."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from django.conf import settings
from django.utils.translation import to_locale

from scripts import messages
from scripts.messages import LOCALES, catalogue, gathered, known, readable, untranslated
from tests.kit.repository import ROOT

in_every_language = pytest.mark.parametrize("locale", LOCALES)
RULES = sorted((ROOT / "docs/rules").glob("*.md"))
TEMPLATES = [path for path in readable() if path.suffix == ".html"]
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


@pytest.fixture(scope="module")
def found() -> Catalog:
    return gathered()


def test_every_language_of_the_site_has_a_catalogue() -> None:
    assert [to_locale(code) for code in LANGUAGES] == list(LOCALES)


@in_every_language
def test_what_the_code_says_is_what_the_catalogue_has(found: Catalog, locale: str) -> None:
    """If not: `make messages`, and translate what is new."""
    assert ids(known(locale)) == ids(found)


@in_every_language
def test_every_text_is_translated(locale: str) -> None:
    assert untranslated(known(locale)) == []


@in_every_language
def test_a_translation_has_the_parts_of_its_text(locale: str) -> None:
    faulty = [each.id for each in known(locale) if each.id and not has_the_parts(each)]
    assert faulty == []


@in_every_language
def test_what_is_compiled_is_what_is_translated(locale: str) -> None:
    kept = known(locale)
    with catalogue(locale).with_suffix(".mo").open("rb") as file:
        there = read_mo(file)
    assert said(there) == said(read_mo(BytesIO(messages.compiled(kept))))


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_the_same_clauses_in_every_language(path: Path, language: str) -> None:
    """Each in its place, citing the others the same number of times, with the same examples."""
    other = path.parent / language / path.name
    assert skeleton(other.read_text()) == skeleton(path.read_text())


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_template_says_nothing_outside_gettext(path: Path) -> None:
    assert Loose.of(path.read_text()) == []


@pytest.mark.parametrize(
    ("source", "loose"),
    [
        ("<p>Hello</p>", ["Hello"]),
        ('<p>{{ _("Hello") }}</p>', []),
        ("{% trans n=1 %}Hello{% endtrans %}", []),
        ('<a aria-label="Close {{ name }}">×</a>', ["Close "]),
        ("{% block title %}Hello{% endblock %}", ["Hello"]),
        ("{% block page_class %}page--narrow{% endblock %}", []),
    ],
)
def test_what_stands_outside_gettext_is_found(source: str, loose: list[str]) -> None:
    assert Loose.of(source) == loose


def ids(kept: Catalog) -> set[Any]:
    return {message.id for message in kept if message.id}


def said(kept: Catalog) -> dict[str, str]:
    return {repr(message.id): repr(message.string) for message in kept if message.id}


PART = re.compile(r"%\(\w+\)[sd]|%[sd%]|<[^>]+>|MOVE|LABEL")


def has_the_parts(message: Any) -> bool:
    """All of them in each form; one that is for a single thing may leave out its number."""
    texts = message.id if isinstance(message.id, tuple) else (message.id,)
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    most = set(PART.findall(texts[-1]))
    return all(most - {"%(n)s"} <= set(PART.findall(form)) <= most for form in forms)


def skeleton(text: str) -> tuple[list[str], list[str], list[str], int]:
    clauses = re.findall(r"^\*\*([A-Z]\d+)\*\*", text, re.M)
    cited = sorted(re.findall(r"\b[BRU]\d{1,2}\b", text, re.ASCII))
    # In Italian as in English; where a line breaks in one of them says nothing.
    code = sorted("".join(piece.split()) for piece in re.findall(r"```.*?```|`[^`]+`", text, re.S))
    return clauses, cited, code, text.count("\n|")


class Loose(HTMLParser):
    """What is left of a template without its statements and what gettext says, if it has words."""

    OURS = re.compile(
        r"{#.*?#}|{%-?\s*(trans|blocktrans\w*)\b.*?{%-?\s*end\1\s*-?%}"
        r"|{%-?\s*block (?:page_class|body_class|bodyclass)\b.*?{%-?\s*endblock\b.*?%}"
        r"|{{.*?}}|{%.*?%}",
        re.S,
    )
    SEEN = ("aria-label", "aria-description", "title", "placeholder", "alt")
    WORD = re.compile(r"[^\W\d_]{2}")
    BRAND = {"bruno", "· bruno"}

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    @classmethod
    def of(cls, source: str) -> list[str]:
        reader = cls()
        reader.feed(cls.OURS.sub("", source))
        return reader.found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in self.SEEN:
                self.note(value or "")

    def handle_data(self, data: str) -> None:
        self.note(data)

    def note(self, text: str) -> None:
        if self.WORD.search(text) and text.strip() not in self.BRAND:
            self.found.append(text)
