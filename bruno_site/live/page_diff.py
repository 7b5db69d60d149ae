"""What a page has been sent, so that only what differs is sent."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from html import escape

from django.utils.translation import gettext_noop as _

from .page import Parts, Pieces

SAID = '<p id="say" hx-swap-oob="innerHTML">{}</p>'
NOTICE = '<p id="notice" hx-swap-oob="innerHTML">{}</p>'
# The connection may break during a commit: then it may have happened without an answer.
UNKNOWN = _("We do not know whether this was stored. Look at the page before you try again.")
TOO_FAST = _("That was too fast. Wait a moment.")
# Every message has a number, so that the page notices when one is missing.
BEAT = '<i id="beat" data-n="{}" hidden hx-swap-oob="true"></i>'


def replacing(element: str) -> str:
    """Return the element marked so that htmx replaces the element with its id."""
    tag, _space, rest = str.partition(element, " ")
    return f'{tag} hx-swap-oob="true" {rest}'


def prepending(element: str, parent: str) -> str:
    """Return the element marked so that htmx puts it first in the element with the id `parent`."""
    return f'<ul hx-swap-oob="afterbegin:#{parent}">{element}</ul>'


def answer(sentence: str) -> str:
    """Return the sentence as HTML for the place where a page shows answers."""
    return NOTICE.format(escape(sentence))


class PageDiff:
    """What one page has been sent so far."""

    def __init__(self) -> None:
        self.stamp = -1
        self.begun = 0
        self.count = 0
        self.frame: Hashable = None
        self.parts: Parts = {}
        self.noticed: str | None = None  # the last answer to the visitor

    def forget(self) -> None:
        """Have the next message bring the whole page."""
        self.parts = {}

    @property
    def is_forgotten(self) -> bool:
        """Whether the next message brings the whole page."""
        return not self.parts

    def message(self, pieces: Pieces | None, notice: str | None = None) -> str:
        """Return the message that brings the page from what it was sent to these pieces and shows
        the notice; it may be empty. Pieces that are older than what was sent are ignored, and so is
        None, which means that the page could not be drawn. A notice of None means that nothing was
        asked: the notice on the page then stays."""
        is_new = pieces is not None and pieces.stamp >= self.stamp and pieces.begun >= self.begun
        text = self._changed(pieces) if pieces is not None and is_new else ""
        if notice is not None:
            text += self.notice(notice)
        return self.counted(text) if text else ""

    def _changed(self, pieces: Pieces) -> str:
        """Return the HTML that is new in these pieces, and remember them as sent."""
        if self.parts and pieces.frame == self.frame:
            text = "".join(self._differing(pieces.parts))
        else:
            text = "".join(map(replacing, pieces.whole().values()))
        if pieces.said and self.stamp < pieces.stamp:
            text += SAID.format(escape(pieces.said))
        self.stamp, self.begun = pieces.stamp, pieces.begun
        self.frame, self.parts = pieces.frame, pieces.parts
        return text

    def _differing(self, parts: Parts) -> Iterator[str]:
        for name, html in parts.items():
            known = self.parts.get(name)
            if known is None:
                yield prepending(html, name.partition("/")[0])
            elif known != html:
                yield replacing(html)

    def notice(self, sentence: str) -> str:
        """Remember the sentence as the last answer, and return it as HTML."""
        self.noticed = sentence
        return answer(sentence)

    def counted(self, text: str) -> str:
        """Return the text with the next message number."""
        self.count += 1
        return text + BEAT.format(self.count)
