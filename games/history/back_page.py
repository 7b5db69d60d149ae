"""Whoever looks back at their own table is still at it."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from bruno_site.live.page import Closed, LoggedOut, Visitor
from bruno_site.live.static_page import StaticPage

from ..log import presence, window
from ..models import Game, Player


class BackPage(StaticPage):
    """It shows what was, so nothing on it changes; but it keeps the seat's lease."""

    def __init__(self, player: Player) -> None:
        self.game_id, self.lease = player.game_id, player.pk

    @classmethod
    def open(cls, visitor: Visitor, **named: object) -> BackPage:
        """Raises Closed."""
        if not visitor.is_logged_in:
            raise LoggedOut
        try:
            player = window.visit(str(named["code"]), visitor.user.pk).player
        except Game.DoesNotExist:
            raise Closed from None
        if player is None:
            raise Closed
        return cls(player)

    @classmethod
    def beat(cls, pages: Sequence[StaticPage]) -> Sequence[StaticPage]:
        mine = [page for page in pages if isinstance(page, BackPage)]
        presence.renew(
            [page.lease for page in mine], {page.game_id for page in mine}, timezone.now()
        )
        return super().beat(pages)
