"""Sentences that the rules speak, to be translated by whoever shows them.

The rules know no web framework, so they cannot translate; they build a `Phrase`, which keeps
the English text and its parts apart. The names `_` and `ngettext` are what message extraction
looks for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import NamedTuple
from unicodedata import category

Translate = Callable[[str], str]
TranslatePlural = Callable[[str, str, int], str]


def _same(text: str) -> str:
    return text


def printable(text: str) -> str:
    """Return the text with a question mark for each character that cannot be shown: control
    characters, marks that turn the direction of what follows, halves of surrogate pairs."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or category(char) == "Zs" else "?" for char in text)


def _english(one: str, many: str, n: int) -> str:
    return one if n == 1 else many


# A table makes many of them and looks up what it drew of them: tuples are made and hashed quickly.
class Phrase(NamedTuple):
    """A sentence or a part of one. `str()` gives the English."""

    text: str
    parts: tuple[tuple[str, str | int | Phrase], ...] = ()
    many: str = ""
    n: int = 0

    def render(
        self,
        one: Translate = _same,
        plural: TranslatePlural = _english,
        called: Translate = _same,
    ) -> str:
        """`called` says the names in it. Parts that are texts may come from strangers: every
        sentence is safe to show."""
        text = plural(self.text, self.many, self.n) if self.many else one(self.text)
        if not self.parts:
            return text
        return text % {
            name: part.render(one, plural, called)
            if isinstance(part, Phrase)
            else called(printable(part))
            if isinstance(part, str)
            else part
            for name, part in self.parts
        }

    def __str__(self) -> str:
        return self.render()


def _(text: str, /, **parts: str | int | Phrase) -> Phrase:
    return Phrase(text, tuple(parts.items()))


def ngettext(one: str, many: str, n: int, /, **parts: str | int | Phrase) -> Phrase:
    return Phrase(one, (("n", n), *parts.items()), many, n)


def together(*sentences: Phrase) -> Phrase:
    """One after the other."""
    return reduce(_then, sentences)


def _then(one: Phrase, other: Phrase) -> Phrase:
    return Phrase("%(one)s %(other)s", (("one", one), ("other", other)))


Piece = str | Phrase


def in_a_row(*pieces: Piece) -> Phrase:
    """“red 5, blue Skip”; of nothing, nothing."""
    return reduce(_beside, pieces[1:], _alone(pieces[0])) if pieces else Phrase("")


def listed(pieces: Sequence[Piece]) -> Phrase:
    """“You, Nina and Ugo”."""
    if len(pieces) < 2:
        return in_a_row(*pieces)
    return _("%(one)s and %(other)s", one=in_a_row(*pieces[:-1]), other=pieces[-1])


def _alone(piece: Piece) -> Phrase:
    return piece if isinstance(piece, Phrase) else Phrase("%(name)s", (("name", piece),))


def _beside(one: Phrase, other: Piece) -> Phrase:
    return _("%(one)s, %(other)s", one=one, other=other)
