"""Whoever looks back at their own table is still at it."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from bruno_site.live.pages import Closed, LoggedOut, Visitor
from bruno_site.live.still import Still

from ..log import door, window
from ..models import Game


class BackPage(Still):
    """It shows what was, so nothing on it changes; but it keeps the seat's lease."""

    def __init__(self, lease: int) -> None:
        self.lease = lease
        self.beat([self])

    @classmethod
    def open(cls, visitor: Visitor, **named: object) -> BackPage:
        """Raises Closed."""
        if not visitor.is_somebody:
            raise LoggedOut
        try:
            player = window.visit(str(named["code"]), visitor.user.pk).player
        except Game.DoesNotExist:
            raise Closed from None
        if player is None:
            raise Closed
        return cls(player.pk)

    @classmethod
    def beat(cls, pages: Sequence[Still]) -> Sequence[Still]:
        door.renew([page.lease for page in pages if isinstance(page, BackPage)], timezone.now())
        return super().beat(pages)
