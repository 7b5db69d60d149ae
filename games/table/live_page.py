"""One visitor at a table: where their page is, what they press, and when it is drawn anew.

There is no HTML here: how a position looks is `drawing`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from bruno_site.core.i18n import in_language
from bruno_site.core.render import render
from bruno_site.live.page import Closed, LoggedOut, Message, Parts, Pieces, Visitor

from ..log import presence, states, window
from ..log.position import Position
from ..log.pov import Pov
from ..log.states import facts
from ..log.window import Visit
from ..log.writing import seats_topic_of, topic_of
from ..models import Game
from ..phrases import translate
from ..rules.game import Refused, Seat
from ..rules.words import Phrase
from ..time.attendance import attendance, signs
from ..time.pace import LEASE
from . import drawing, plates
from .drawing import Drawn, Frame
from .hearing import BadMessage, act
from .rating_changes import PENDING, RatingChanges, changes_of
from .ways_out import ways_out

# A position, and what is told beside it: who watches, what people are called, and the signs.
News = tuple[Position, tuple[Any, ...]]


class Status(NamedTuple):
    """Who is there, as it was drawn for one position: all of it changes in one step, so that no
    other thread finds half of it."""

    of: Position | None
    roles: Mapping[Seat, Phrase]
    parts: Parts


NO_STATUS = Status(None, {}, {})


class TablePage:
    def __init__(self, pov: Pov, lease: int | None, user_id: int | None = None) -> None:
        self.pov = pov
        self.lease = lease  # the player whose presence this page shows
        self.user_id = user_id
        self.topics = (topic_of(pov.game_id),)
        self.unstamped_topics = (seats_topic_of(pov.game_id), seats_topic_of(pov.game_id, pov.seat))
        self.newest = -1
        self.watchers: tuple[str, ...] = ()
        self._position: Position | None = None
        self._learned: Position | None = None
        self._told: tuple[Any, ...] | None = None
        self._status = NO_STATUS
        self._changes: RatingChanges = PENDING
        self._noted_at = datetime.min.replace(tzinfo=UTC)

    @property
    def position(self) -> Position:
        """As of the last beat, or of what was done since."""
        if self._position is None:
            self._position = window.position_of(self.pov.game_id, timezone.now())
        return self._position

    @position.setter
    def position(self, position: Position) -> None:
        self._position = position

    @classmethod
    def open(cls, visitor: Visitor, code: str) -> TablePage:
        """Raises Closed."""
        if not visitor.is_logged_in:
            raise LoggedOut
        try:
            return cls.of(window.visit(code, visitor.user.pk), visitor)
        except Game.DoesNotExist:
            raise Closed from None

    @classmethod
    def of(cls, visit: Visit, visitor: Visitor) -> TablePage:
        taste = window.taste_of(visitor.user)
        lease = None if visit.player is None else visit.player.pk
        pov = Pov(visit.game.pk, visit.seat, taste, visitor.language)
        return cls(pov, lease, visitor.user.pk)

    @property
    def others(self) -> dict[Seat, str]:
        """The people who sit here beside the viewer."""
        about = facts(self.pov.game_id)
        return {seat: about.names[seat] for seat in about.people if seat != self.pov.seat}

    def draw(self, since: int | None) -> Pieces:
        if self.position.game.is_frozen:
            return self._frozen()
        shown = self.drawn()
        status = self._status_now()
        parts = {**shown.parts, **status.parts}
        if self._is_ready() and "go-on" in parts:
            parts |= drawing.ready_parts(self.pov)
        if status.roles and not shown.frame.is_over:
            parts = plates.with_roles(parts, status.roles, self.pov.seat)
        said = drawing.announcement(shown, since)
        if shown.frame.is_over:
            parts |= self._ratings()
        whole = partial(self._whole, shown.frame, parts)
        return Pieces(shown.stamp, shown.frame, parts, whole, said)

    def _frozen(self) -> Pieces:
        """Under a number that no move has: whoever looks is led to a page that says so."""
        parts = {"attend": render("games/led_on.html", shown=self.position.game)}
        return Pieces(self.newest + 1, "frozen", parts, lambda: parts)

    def drawn(self) -> Drawn:
        """The newest position. A stamp without a move is that of an end which is none."""
        game_id = self.pov.game_id
        if self.position.game.ended is None and not states.has_step(game_id, self.newest):
            self.position = window.position_of(game_id, timezone.now())
        game = self.position.game
        if self._has_given_up():
            self.pov = self.pov.given_up()
        if game.ended is None:
            return drawing.pieces(self.pov, self.newest)
        return drawing.pieces(self.pov, game.seq, game.early_end)

    def _has_given_up(self) -> bool:
        seat = self.pov.seat
        return seat is not None and self.position.players[seat].has_given_up

    def _whole(self, frame: Frame, parts: Parts) -> Parts:
        with in_language(self.pov.language):
            whole = drawing.whole(frame, parts)
        if frame.is_over:
            return whole
        return {**whole, "table": plates.with_people(whole["table"], self.others)}

    def _status_now(self) -> Status:
        """Who is there and how long the table waits: no part of the log. A beat may bring another
        position while this one is drawn."""
        position, known, now = self.position, self._status, timezone.now()
        if position.is_timed and position.game.stamp != self.newest:
            self.position = position = window.position_at(self.pov.game_id, self.newest, now)
        # Where nothing happens by itself, only a beat brings anything new.
        if position.is_timed or position is not known.of:
            at_present, seat = replace(position, now=now), self.pov.seat
            shown = attendance(at_present, seat, self.watchers)
            parts = drawing.status(shown, ways_out(at_present, seat), self.pov.language)
            self._status = known = Status(position, dict(shown.roles), parts)
        return known

    def _ratings(self) -> Parts:
        """What the game did to ratings, which a clock writes down soon after its end."""
        if self._changes.is_pending:
            self._changes = changes_of(self.position.game, self.pov.seat)
        return {"rating": drawing.draw("games/rating.html", self._changes, self.pov.language)}

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
            self.position = window.position_of(self.pov.game_id, timezone.now())
            self.newest = max(self.newest, self.position.game.stamp)
            return translate(refusal.phrase)

    def watching(self, position: Position | None, now: datetime) -> tuple[int, int] | None:
        """Which game is looked at by whom, without a seat, if that is to be noted again."""
        if self.user_id is None or self.lease is not None:
            return None
        if position is None or position.game.is_over:
            return None
        if now - self._noted_at < LEASE / 2:
            return None
        self._noted_at = now
        return self.pov.game_id, self.user_id

    @classmethod
    def beat(cls, pages: Sequence[TablePage]) -> list[TablePage]:
        news = cls._news(pages, timezone.now())
        for page in pages:
            if page._told is None and page.pov.game_id not in news:
                window.position_of(page.pov.game_id, timezone.now())  # raises what is wrong there
        known = [page for page in pages if page.pov.game_id in news]
        return [page for page in known if page._learn(*news[page.pov.game_id])]

    @staticmethod
    def _news(pages: Sequence[TablePage], now: datetime) -> dict[int, News]:
        """By the game. Their seats are looked at for as long as until the next time, and whoever
        has none is noted to look on."""
        seated = [page for page in pages if page.lease is not None]
        leases = [page.lease for page in seated if page.lease is not None]
        positions = presence.renew(leases, {page.pov.game_id for page in pages}, now)
        looking = (page.watching(positions.get(page.pov.game_id), now) for page in pages)
        presence.look_on(set(filter(None, looking)), now)
        played = {page.pov.game_id for page in seated}
        watchers = window.watchers_of(played, now) if played else {}
        return {
            game_id: (position, (watchers.get(game_id, ()), facts(game_id).names, *signs(position)))
            for game_id, position in positions.items()
        }

    def _learn(self, position: Position, told: tuple[Any, ...]) -> bool:
        """Returns whether the page may look otherwise for it."""
        is_first = self._told is None
        has_looked = is_first or self.position is not self._learned  # between two beats
        is_news = has_looked or told != self._told or position.game.deadline is not None
        known = self._status
        is_news = is_news or (position.game.is_over and self._changes.is_pending)
        if not is_news and known.of is self.position:
            self._status = known._replace(of=position)
        self.position = self._learned = position
        self._told, self.watchers = told, told[0]
        self.newest = max(self.newest, position.game.stamp)
        return is_news
