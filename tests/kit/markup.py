"""What every page has to have, whatever it shows."""

from __future__ import annotations

from html.parser import HTMLParser

UNLABELLED_TYPES = {"hidden", "submit"}
VOID = {"meta", "link", "input", "br", "img", "use", "path", "rect", "wbr", "hr"}

Attributes = dict[str, str | None]


class Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.headings = 0
        self.titles = 0
        self.ids: list[str] = []
        self.labelled: set[str] = set()
        self.fields: list[Attributes] = []
        self.forbidden: list[str] = []
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.headings += tag == "h1"
        self.titles += tag == "title"
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "label" and given.get("for"):
            self.labelled.add(str(given["for"]))
        if tag in {"input", "select", "textarea"} and given.get("type") not in UNLABELLED_TYPES:
            self.fields.append(given | {"in label": str("label" in self._open)})
        if tag == "style" or "style" in given or any(name.startswith("on") for name in given):
            self.forbidden.append(f"{tag} {given}")
        if tag == "script" and "src" not in given:
            self.forbidden.append("inline script")
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open and self._open[-1] == tag, f"</{tag}> closes {self._open[-3:]}"
            self._open.pop()

    def faults(self) -> list[str]:
        unlabelled = [
            f"no label: {field}"
            for field in self.fields
            if field["in label"] == "False" and field.get("id") not in self.labelled
        ]
        twice = [f"id twice: {name}" for name in set(self.ids) if self.ids.count(name) > 1]
        headings = [] if self.headings == 1 else [f"{self.headings} h1"]
        titles = [] if self.titles == 1 else [f"{self.titles} titles"]
        still_open = [f"never closed: {tag}" for tag in self._open]
        return unlabelled + twice + headings + titles + still_open + self.forbidden
