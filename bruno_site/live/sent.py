"""What a socket has sent, so that only what differs travels."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from html import escape

from django.utils.translation import gettext_noop as _

from .pages import Parts, Pieces

SAID = '<p id="say" hx-swap-oob="innerHTML">{}</p>'
NOTICE = '<p id="notice" hx-swap-oob="innerHTML">{}</p>'
# A commit may be cut in two: it is done, and nobody heard of it.
UNKNOWN = _("We do not know whether this was stored. Look at the page before you try again.")
TOO_FAST = _("That was too fast. Wait a moment.")
# Numbered, so that the page notices when one is missing.
BEAT = '<i id="beat" data-n="{}" hidden hx-swap-oob="true"></i>'


def swapped(element: str) -> str:
    """Told to take the place of the element with its id."""
    tag, _space, rest = str.partition(element, " ")
    return f'{tag} hx-swap-oob="true" {rest}'


def put_first(element: str, parent: str) -> str:
    """Told to stand before all else in the element with this id."""
    return f'<ul hx-swap-oob="afterbegin:#{parent}">{element}</ul>'


def answer(sentence: str) -> str:
    """Told to stand where answers stand."""
    return NOTICE.format(escape(sentence))


class Sent:
    """Towards one page."""

    def __init__(self) -> None:
        self.stamp = -1
        self.begun = 0
        self.count = 0
        self.frame: Hashable = None
        self.parts: Parts = {}
        self.noticed: str | None = None  # the last answer

    def forget(self) -> None:
        """The next message is whole again."""
        self.parts = {}

    @property
    def is_forgotten(self) -> bool:
        return not self.parts

    def message(self, pieces: Pieces | None, notice: str | None = None) -> str:
        """What brings the page from what it was sent to these pieces, maybe nothing. Never to
        older ones; None could not be drawn. A notice is None where nothing was asked: then what
        stands there stays."""
        is_new = pieces is not None and pieces.stamp >= self.stamp and pieces.begun >= self.begun
        text = self._changed(pieces) if pieces is not None and is_new else ""
        if notice is not None:
            text += self.notice(notice)
        return self.counted(text) if text else ""

    def _changed(self, pieces: Pieces) -> str:
        if self.parts and pieces.frame == self.frame:
            text = "".join(self._differing(pieces.parts))
        else:
            text = "".join(map(swapped, pieces.whole().values()))
        if pieces.said and self.stamp < pieces.stamp:
            text += SAID.format(escape(pieces.said))
        self.stamp, self.begun = pieces.stamp, pieces.begun
        self.frame, self.parts = pieces.frame, pieces.parts
        return text

    def _differing(self, parts: Parts) -> Iterator[str]:
        for name, html in parts.items():
            known = self.parts.get(name)
            if known is None:
                yield put_first(html, name.partition("/")[0])
            elif known != html:
                yield swapped(html)

    def notice(self, sentence: str) -> str:
        self.noticed = sentence
        return answer(sentence)

    def counted(self, text: str) -> str:
        self.count += 1
        return text + BEAT.format(self.count)
