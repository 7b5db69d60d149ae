"""What a page shows: its elements, swapped as htmx would swap them, read by their buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator

TAG = re.compile(r"<(\w+)\b[^>]*>")
BUTTON = re.compile(r"<button\b[^>]*>")
ACTION = re.compile(r'\bname="action"\s+value="([^"]+)"')
IS_DISABLED = re.compile(r"\sdisabled[\s>]")
READY = re.compile(r'\bname="ready"')
ID = re.compile(r'\bid="([^"]+)"')
SEQ = re.compile(r'<input\b[^>]*\bid="seq"[^>]*\bvalue="(\d+)"')
NUMBER = re.compile(r'<i id="beat" data-n="(\d+)"')
NOTICE = re.compile(r'<p id="notice"[^>]*>(.*?)</p>', re.S)
IS_OVER = re.compile(r'class="[^"]*\btable--end\b')
VOID = {"input", "br", "img", "use", "path", "wbr", "hr"}


def end_of(text: str, opening: re.Match[str]) -> int:
    """Where the element ends that begins here."""
    name, depth = opening[1], 1
    if name in VOID:
        return opening.end()
    for tag in re.compile(rf"<(/?){name}\b[^>]*>").finditer(text, opening.end()):
        depth += -1 if tag[1] else 1
        if not depth:
            return tag.end()
    return len(text)


def elements_of(message: str) -> Iterator[tuple[str, str]]:
    """The outermost, each with its opening tag."""
    at = 0
    while opening := TAG.search(message, at):
        at = end_of(message, opening)
        yield opening[0], message[opening.start() : at]


class Shown:
    def __init__(self) -> None:
        self.roots: dict[str, str] = {}
        self.seq = 0

    def swap(self, message: str) -> None:
        for tag, element in elements_of(message):
            named = ID.search(tag)
            if named and 'hx-swap-oob="true"' in tag:
                self._put(named[1], element)
        if newer := SEQ.search(message):
            self.seq = int(newer[1])

    def _put(self, name: str, element: str) -> None:
        place = re.compile(rf'<(\w+)\b[^>]*\bid="{re.escape(name)}"[^>]*>')
        for root, text in self.roots.items():
            if name != root and (opening := place.search(text)):
                end = end_of(text, opening)
                self.roots[root] = text[: opening.start()] + element + text[end:]
                return
        self.roots[name] = element

    @property
    def actions(self) -> list[str]:
        """What can be pressed now."""
        buttons = (button for text in self.roots.values() for button in BUTTON.findall(text))
        free = (button for button in buttons if not IS_DISABLED.search(button))
        return sorted({found[1] for button in free if (found := ACTION.search(button))})

    @property
    def asks_to_go_on(self) -> bool:
        return any(READY.search(text) for text in self.roots.values())

    @property
    def is_over(self) -> bool:
        return bool(IS_OVER.search(self.roots.get("table", "")))
