"""One moment of a game: where somebody is in it, through whose eyes they look, and what is near."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from bruno_site.core.bounded_cache import BoundedCache
from bruno_site.core.numbers import number

from ..log import window
from ..log.pov import Pov
from ..log.window import Told
from ..rules.game import Seat
from ..rules.table import Mark
from ..rules.words import Phrase, _

ALL: Final = "all"
Eyes = Seat | Literal["all"]

LEVELS: Final = 2  # of letters above the slider
WIDTH_OF_A_LETTER: Final = 6.5  # in hundredths of the slider
MOST_LETTERS: Final = 24  # where there are more, turning points of the commonest kinds are lines


@dataclass(frozen=True, slots=True)
class Moment:
    """After which move, and through whose eyes."""

    at: int
    eyes: Eyes
    notice: Phrase | None = None  # where something else was asked for


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address of a page asks for, as it was typed."""

    at: str
    eyes: str

    def moment(self, *, first: int, last: int, seats: int, own: Seat) -> Moment:
        """The nearest there is."""
        at, missed = self._at(first, last)
        if self.eyes == ALL:
            return Moment(at, ALL, missed)
        if not self.eyes:
            return Moment(at, own, missed)
        seat = number(self.eyes)
        if seat is None or seat >= seats:
            return Moment(at, own, _("There is no such seat at this table."))
        return Moment(at, seat, missed)

    def _at(self, first: int, last: int) -> tuple[int, Phrase | None]:
        at = number(self.at)
        if not self.at:
            return first, None
        if at is None or at < first:
            return first, _("There is no such move. This is the first.")
        if at > last:
            return last, _("There is no such move. This is the last.")
        return at, None


class Link(NamedTuple):
    """Leads to the moments of one game."""

    path: str
    eyes: Eyes
    key: str = ""  # for whoever was let in by one

    def at(self, move: int) -> str:
        return self._to(move, self.eyes)

    def seen_by(self, eyes: Eyes, move: int) -> str:
        return self._to(move, eyes)

    def picture(self, code: str, move: int) -> str:
        return self._replace(path=reverse("games:picture", args=[code])).at(move)

    def _to(self, move: int, eyes: Eyes) -> str:
        asked: dict[str, int | str] = {"at": move, "as": eyes}
        if self.key:
            asked["key"] = self.key
        return f"{self.path}?{urlencode(asked)}"


class Point(NamedTuple):
    """A turning point, and where it stands above the slider."""

    seq: int
    mark: Mark
    x: str  # in hundredths, as SVG wants it
    level: int | None  # of its letter; None where there is no room for one

    @property
    def y(self) -> int | None:
        """Of the middle of its letter."""
        return None if self.level is None else 34 - 20 * self.level


_points: BoundedCache[tuple[Pov, int], tuple[Point, ...]] = BoundedCache(512)


def points_of(pov: Pov, last: int) -> tuple[Point, ...]:
    """The turning points of the game up to this move."""
    known = _points.get((pov, last))
    if known is not None:
        return known
    return _points.keep((pov, last), placed(window.history(pov, 0, last), last))


def placed(lines: Sequence[Told], last: int) -> tuple[Point, ...]:
    """Each letter at the lowest level at which it covers no other."""
    marked = [(line.seq, line.mark) for line in lines if line.mark is not None]
    lettered = _lettered(Counter(mark for _seq, mark in marked))
    ends, points = [-WIDTH_OF_A_LETTER] * LEVELS, []
    for seq, mark in marked:
        x = 100 * (seq - 1) / max(1, last - 1)
        free = (n for n, end in enumerate(ends) if x - end >= WIDTH_OF_A_LETTER)
        level = next(free, None) if mark in lettered else None
        if level is not None:
            ends[level] = x
        points.append(Point(seq, mark, f"{x:.2f}%", level))
    return tuple(points)


def _lettered(counts: Counter[Mark]) -> set[Mark]:
    """The rarest kinds, as many as there is room for."""
    rarest = sorted(counts, key=lambda mark: (counts[mark], mark.name))
    room = accumulate(counts[mark] for mark in rarest)
    return {mark for mark, taken in zip(rarest, room, strict=True) if taken <= MOST_LETTERS}
