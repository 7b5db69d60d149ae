"""The rules of a game as a page: docs/rules/<kind>.md, or what stands for it in the folder of
another language, with a place to link to for every clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.token import Token

# A Chinese character next to it is no part of its number.
CLAUSE: Final = re.compile(r"[A-Z]\d{1,2}\b", re.ASCII)
ROOT: Final = Path(settings.BASE_DIR) / "docs" / "rules"


@cache
def page(kind: str, language: str) -> SafeString | None:
    """The text is the project's own; HTML in it is shown, not obeyed."""
    pages = (ROOT / language / f"{kind}.md", ROOT / f"{kind}.md")
    path = next((path for path in pages if path.is_file()), None)
    if path is None:
        return None
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    clauses = set(_anchor(tokens))
    for token in tokens:
        if token.type == "table_open":
            token.attrSet("tabindex", "0")  # on a phone it is scrolled, also by keyboard
        if token.children:
            token.children = list(_linked(token.children, clauses))
    return SafeString(markdown.renderer.render(tokens, markdown.options, {}))


def _anchor(tokens: list[Token]) -> Iterator[str]:
    """A clause is a list item or a paragraph that opens with its number."""
    for item, paragraph, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        found = CLAUSE.match(inline.content.lstrip("*"))
        if found and paragraph.type == "paragraph_open":
            # The paragraph of a tight list leaves no tag that could carry the id.
            (item if paragraph.hidden else paragraph).attrSet("id", found.group())
            yield found.group()


def _linked(tokens: list[Token], clauses: set[str]) -> Iterator[Token]:
    for token in tokens:
        if token.type == "text":
            yield from _pieces(token.content, clauses)
        else:
            yield token


def _pieces(text: str, clauses: set[str]) -> Iterator[Token]:
    start = 0
    for found in CLAUSE.finditer(text):
        if found.group() not in clauses:
            continue
        yield Token("text", "", 0, content=text[start : found.start()])
        yield Token("link_open", "a", 1, attrs={"href": f"#{found.group()}"})
        yield Token("text", "", 0, content=found.group())
        yield Token("link_close", "a", -1)
        start = found.end()
    yield Token("text", "", 0, content=text[start:])
