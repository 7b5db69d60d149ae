"""A page that does not change itself: only what stands beside it does."""

from __future__ import annotations

from collections.abc import Sequence

from .pages import LoggedOut, Message, Pieces, Visitor


class Still:
    topics: Sequence[str] = ()
    stirs: Sequence[str] = ()
    newest = 0

    @classmethod
    def open(cls, visitor: Visitor, **_named: object) -> Still:
        """Raises LoggedOut."""
        if not visitor.is_somebody:
            raise LoggedOut
        return cls()

    def draw(self, since: int | None) -> Pieces:
        return Pieces(self.newest, None, {}, dict)

    def hear(self, message: Message) -> str:
        return ""

    @classmethod
    def beat(cls, pages: Sequence[Still]) -> Sequence[Still]:
        """Nothing can have changed."""
        return ()
