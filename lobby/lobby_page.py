"""The lobby as a live page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from bruno_site.core.bounded_cache import BoundedCache
from bruno_site.core.i18n import current_language
from bruno_site.core.render import render
from bruno_site.live.page import LoggedOut, Message, Parts, Pieces, Visitor
from bruno_site.live.topics import limit_drawings, this_moment
from games.log import window
from games.models import Player
from games.rules import rules_of
from games.rules.words import Phrase

from . import service
from .hall import Hall, hall_at, parts_of
from .queue.queries import kinds_of
from .rows import GameRow, rows
from .seating_rules import apart_from_all

REST: Final = 0.5
limit_drawings(service.LOBBY, REST)

# My games, my tables, what I wait for, and my language.
Mine = tuple[tuple[GameRow, ...], tuple[tuple[Phrase, str], ...], str | None, str | None]
_drawn_mine: BoundedCache[Mine, str] = BoundedCache(1024)


class Known(NamedTuple):
    """What pages show of their own person alone, read for all of them at once."""

    running: Sequence[Sequence[Player]]
    queued: Mapping[int, str]
    apart: Mapping[int, frozenset[int]]


def known_of(user_ids: Collection[int]) -> Known:
    return Known(window.running_of(user_ids), kinds_of(user_ids), apart_from_all(user_ids))


class LobbyPage:
    topics = (service.LOBBY,)
    unstamped_topics = ()

    def __init__(self, visitor: Visitor) -> None:
        self.user_id: int = visitor.user.pk
        self.newest = this_moment()
        self.games: tuple[GameRow, ...] = ()
        self.queued: str | None = None  # for which game
        self.apart: frozenset[int] = frozenset()  # with whom they may not sit

    @classmethod
    def open(cls, visitor: Visitor) -> LobbyPage:
        """Raises LoggedOut."""
        if not visitor.is_logged_in:
            raise LoggedOut
        return cls(visitor)

    @classmethod
    def at_first_sight(cls, visitor: Visitor) -> LobbyPage:
        """Without the first beat, which its socket makes: that also writes down who is here."""
        page = cls(visitor)
        page.learn(known_of([page.user_id]))
        return page

    def learn(self, known: Known) -> None:
        self.games = rows(known.running, self.user_id)
        self.queued = known.queued.get(self.user_id)
        self.apart = known.apart.get(self.user_id, frozenset())

    def draw(self, since: int | None) -> Pieces:
        hall = hall_at(self.newest)
        parts = {**parts_of(hall, self.apart), "mine": self._mine(hall)}
        return Pieces(hall.stamp, "", parts, partial(_whole, parts, hall.stamp))

    def _mine(self, hall: Hall) -> str:
        waiting = hall.by_person.get(self.user_id, ())
        key = (self.games, waiting, self.queued, current_language())
        known = _drawn_mine.get(key)
        if known is not None:
            return known
        queued = rules_of(self.queued).META.title if self.queued else None
        drawn = render("lobby/hall_mine.html", games=self.games, waiting=waiting, queued=queued)
        return _drawn_mine.keep(key, drawn)

    def hear(self, message: Message) -> str:
        return _("The lobby did not understand that. Nothing was changed.")

    @classmethod
    def beat(cls, pages: Sequence[LobbyPage]) -> Sequence[LobbyPage]:
        user_ids = {page.user_id for page in pages}
        service.renew_visits(user_ids, timezone.now())
        known, now = known_of(user_ids), this_moment()
        for page in pages:
            page.learn(known)
            page.newest = now
        return pages


def _whole(parts: Parts, stamp: int) -> Parts:
    return {**parts, "seq": render("lobby/stamp.html", shown=stamp)}
