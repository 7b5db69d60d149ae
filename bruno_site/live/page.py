"""What a live page has to offer to the socket that shows it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .visitors import Visitor

Message = Mapping[str, object]
Parts = Mapping[str, str]


class Closed(Exception):
    """Raised when there is no such page for this visitor and no need to try again; `code` is the
    socket's close code, one of the site's own, 44xx."""

    code = 4404


class LoggedOut(Closed):
    """Raised when the visitor has to log in, or may not act any longer."""

    code = 4401


@dataclass(frozen=True, slots=True)
class Pieces:
    """A page as one visitor sees it: the HTML of each of its elements, by their ids.

    Between two drawings with the same frame only the elements that differ are sent, and the new
    ones of a list that grows: a part named `log/7` is put first in `log`. `whole` returns the page
    in its largest elements, for a visitor who has nothing yet or has another frame.
    """

    stamp: int
    frame: Hashable
    parts: Parts
    whole: Callable[[], Parts]
    said: str = ""  # for screen readers: what happened since the visitor was told last
    # Drawings are numbered in the order they begin: the stamp alone does not tell which of two is
    # newer, because some changes have none.
    begun: int = 0


class Page(Protocol):
    """Something that one visitor looks at, drawn for them alone, that changes while they look."""

    newest: int  # the newest stamp it has heard of

    @property
    def topics(self) -> Sequence[str]:
        """The topics whose pokes it hears."""

    @property
    def unstamped_topics(self) -> Sequence[str]:
        """The topics of changes that have no stamp: a poke there brings the page's next heartbeat
        forward."""

    def draw(self, since: int | None) -> Pieces:
        """Return the page as of the newest stamp. `since` is the stamp up to which the visitor has
        been told what happened, if there is one."""

    def hear(self, message: Message) -> str:
        """Do what the visitor asked for. Return an empty text, or the sentence that says why
        not."""

    @classmethod
    def beat(cls, pages: Sequence[Any]) -> Collection[Any]:
        """Update all open pages of this class at once; return those that may look different now
        although their stamp is the same.

        Called every few seconds. Learns their newest stamps and renews their leases, with as many
        queries for a thousand pages as for one. The first call for a page comes before it is drawn,
        together with others that were just opened; then whatever is wrong with one of them is
        raised.
        """


# Called with the visitor and the names in the URL. Only checks that there is such a page for them,
# since the first heartbeat loads the rest. Raises Closed.
Opens = Callable[..., Page]

__all__ = ["Closed", "LoggedOut", "Message", "Opens", "Page", "Parts", "Pieces", "Visitor"]
