"""The table as a live page: what one visitor sees of a game, and what they press."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from bruno_site.live.pages import Closed, LoggedOut, Message, Parts, Pieces, Visitor

from ..log import door, window
from ..log.position import Position
from ..log.pov import Pov
from ..log.states import facts
from ..models import Game
from ..rules.game import Refused
from ..time.attendance import attendance
from . import drawing
from .drawing import Frame
from .hearing import BadMessage, act
from .words import translate

log = logging.getLogger(__name__)


class TablePage:
    def __init__(self, pov: Pov, lease: int | None) -> None:
        self.pov = pov
        self.lease = lease  # the player whose presence this page shows
        self.topics = (door.topic_of(pov.game_id),)
        self.position = window.position_of(pov.game_id, timezone.now())  # as of the last beat
        self.newest = self.position.game.seq
        self.beat([self])

    _status_of: Position | None = None
    _drawn_status: Parts

    @classmethod
    def open(cls, visitor: Visitor, game_id: int) -> TablePage:
        """Raises Closed."""
        if not visitor.is_somebody:
            raise LoggedOut
        try:
            return cls._opened(visitor, game_id)
        # There are addresses with numbers that no column holds.
        except (Game.DoesNotExist, OverflowError):
            raise Closed from None

    @classmethod
    def _opened(cls, visitor: Visitor, game_id: int) -> TablePage:
        player = window.player_of(game_id, visitor.user.pk)
        seat, lease = (None, None) if player is None else (player.seat, player.pk)
        return cls(Pov(game_id, seat, window.taste_of(visitor.user), visitor.language), lease)

    def draw(self, since: int | None) -> Pieces:
        pov, seq = self.pov, self.newest
        shown = drawing.pieces(pov, seq)
        parts = {**shown.parts, **self._status()}
        if self._is_ready() and "go-on" in parts:
            parts |= drawing.ready_parts(pov)
        said = drawing.announcement(shown, since)
        return Pieces(seq, shown.frame, parts, partial(self._whole, shown.frame, parts), said)

    def _whole(self, frame: Frame, parts: Parts) -> Parts:
        with override(self.pov.language):
            return drawing.whole(frame, parts)

    def _status(self) -> Parts:
        """Who is there and how long the table waits: no part of the log."""
        is_timed, now = facts(self.pov.game_id).is_timed, timezone.now()
        if is_timed and self.position.game.seq != self.newest:
            self.position = window.position_of(self.pov.game_id, now)
        # Where nothing happens by itself, only a beat brings anything new.
        if is_timed or self.position is not self._status_of:
            shown = attendance(replace(self.position, now=now), self.pov.seat)
            self._status_of = self.position
            self._drawn_status = drawing.status(shown, self.pov.language)
        return self._drawn_status

    def _is_ready(self) -> bool:
        """Does this seat wait for the others to go on after a round?"""
        seat, position = self.pov.seat, self.position
        return seat is not None and position.players[seat].ready == self.newest

    def hear(self, message: Message) -> str:
        try:
            seq = act(self.pov, message)
            self.newest = max(self.newest, seq)
            if "action" not in message:
                self.position = window.position_of(self.pov.game_id, timezone.now())
            return ""
        except BadMessage:
            return _("That message was no move. Nothing was changed.")
        except Refused as refusal:
            seq = window.seq_of(self.pov.game_id)
            self.newest = max(self.newest, seq)
            return translate(refusal.phrase)
        except DatabaseError:
            log.exception("A move at game %s may not be stored", self.pov.game_id)
            return _("This may not have been stored. Look at the table before you try again.")

    @classmethod
    def beat(cls, pages: Sequence[TablePage]) -> None:
        now = timezone.now()
        door.renew([page.lease for page in pages if page.lease is not None], now)
        positions = window.positions_of({page.pov.game_id for page in pages}, now)
        for page in pages:
            position = positions.get(page.pov.game_id)
            if position is not None:
                page.position = position
                page.newest = max(page.newest, position.game.seq)
