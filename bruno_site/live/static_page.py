"""A live page whose own content never changes: only its widgets do."""

from __future__ import annotations

from collections.abc import Sequence

from .page import LoggedOut, Message, Pieces, Visitor


class StaticPage:
    """A page that draws nothing itself."""

    topics: Sequence[str] = ()
    unstamped_topics: Sequence[str] = ()
    newest = 0

    @classmethod
    def open(cls, visitor: Visitor, **_named: object) -> StaticPage:
        """Return the page for a visitor who is logged in. Raise LoggedOut for any other."""
        if not visitor.is_logged_in:
            raise LoggedOut
        return cls()

    def draw(self, since: int | None) -> Pieces:
        return Pieces(self.newest, None, {}, dict)

    def hear(self, message: Message) -> str:
        return ""

    @classmethod
    def beat(cls, pages: Sequence[StaticPage]) -> Sequence[StaticPage]:
        """Return no page, since none can have changed."""
        return ()
