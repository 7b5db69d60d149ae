"""What a live page is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .visitors import Visitor

Message = Mapping[str, object]
Parts = Mapping[str, str]


class Closed(Exception):
    """There is nothing here for this visitor, who need not come back: a code of ours, 44xx."""

    code = 4404


class LoggedOut(Closed):
    code = 4401


@dataclass(frozen=True, slots=True)
class Pieces:
    """A page as one visitor sees it: the HTML of each of its elements, by their ids.

    Between two drawings with the same frame only the elements that differ need to travel, and those
    of a list that grows: a part named `log/7` is put first in `log`. `whole` gives the page in its
    largest elements, for a visitor who has nothing or another frame.
    """

    stamp: int
    frame: Hashable
    parts: Parts
    whole: Callable[[], Parts]
    said: str = ""  # what happened since the visitor was told last, for those who listen
    begun: int = 0  # drawings are numbered as they begin: not all that changes has a stamp


class Page(Protocol):
    """Something one visitor looks at, drawn for them alone, that changes while they look."""

    newest: int  # the newest stamp it has heard of

    @property
    def topics(self) -> Sequence[str]:
        """Whose pokes it hears."""

    @property
    def stirs(self) -> Sequence[str]:
        """Topics of what has no stamp: a poke there brings the page's next beat forward."""

    def draw(self, since: int | None) -> Pieces:
        """As of the newest stamp. `since`: what the visitor has been told already."""

    def hear(self, message: Message) -> str:
        """What was pressed, taken through a door; nothing, or the sentence that says why not."""

    @classmethod
    def beat(cls, pages: Sequence[Any]) -> Collection[Any]:
        """Every few seconds, for all open pages of this class at once: learn their newest stamps
        and keep their leases, in as many queries for a thousand as for one. Returns those that may
        look otherwise now though their stamp is the same.

        The first time comes before a page is drawn, with others that were opened just now: then
        whatever is wrong with one of them is raised."""


# Of the visitor and what the address names: whether there is such a page for them, and no more,
# for the rest comes with the first beat. Raises Closed.
Opens = Callable[..., Page]

__all__ = ["Closed", "LoggedOut", "Message", "Opens", "Page", "Parts", "Pieces", "Visitor"]
