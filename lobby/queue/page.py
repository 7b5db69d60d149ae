"""Waiting for a table as a live page: how long, with how many, and what one can do about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from bruno_site.core.i18n import in_language
from bruno_site.core.render import render
from bruno_site.live.page import Closed, LoggedOut, Message, Parts, Pieces, Visitor
from bruno_site.live.topics import this_moment
from games.phrases import translate
from games.rules.game import Refused

from .. import service
from . import queries, tickets
from .matches import topic_of
from .scene import scene

DEEDS: Final[dict[str, Callable[..., None]]] = {
    "bots": tickets.take_bots,
    "leave": tickets.leave,
}


class QueuePage:
    unstamped_topics = ()

    def __init__(self, kind: str, visitor: Visitor) -> None:
        self.kind, self.member, self.language = kind, visitor.user, visitor.language
        self.topics = (topic_of(kind),)
        self.newest = 0
        self.has_left = False

    @classmethod
    def open(cls, visitor: Visitor) -> QueuePage:
        """Raises Closed for whoever waits for nothing."""
        if not visitor.is_logged_in:
            raise LoggedOut
        ticket = queries.ticket_of(visitor.user)
        if ticket is None:
            raise Closed
        return cls(ticket.kind, visitor)

    def draw(self, since: int | None) -> Pieces:
        line = queries.line_of(self.kind, self.newest)
        standing = line.standings.get(self.member.pk)
        if standing is None:
            return self._ended("lobby/queue_over.html", has_left=self.has_left, kind=self.kind)
        if standing.room is not None:
            return self._ended("lobby/queue_found.html", room=standing.room)
        shown = scene(self.kind, standing, line.waiting, self.member, timezone.now())
        parts = {
            "seq": render("lobby/stamp.html", shown=self.newest),
            "queue": render("lobby/queue_panel.html", shown=shown),
        }
        return Pieces(self.newest, "waiting", parts, lambda: parts)

    def _ended(self, template: str, **shown: object) -> Pieces:
        """There is nothing more to wait for here."""
        return Pieces(self.newest, template, {"queue": ""}, partial(self._end, template, **shown))

    def _end(self, template: str, **shown: object) -> Parts:
        with in_language(self.language):
            seq = render("lobby/stamp.html", shown=self.newest)
            return {"seq": seq, "queue": render(template, **shown)}

    def hear(self, message: Message) -> str:
        pressed = [name for name in DEEDS if name in message]
        if len(pressed) != 1:
            return _("The queue did not understand that. Nothing was changed.")
        try:
            DEEDS[pressed[0]](user=self.member)
            self.has_left = pressed == ["leave"]
            return ""
        except Refused as refusal:
            return translate(refusal.phrase)
        finally:
            self.newest = max(self.newest + 1, this_moment())

    @classmethod
    def beat(cls, pages: Sequence[QueuePage]) -> Sequence[QueuePage]:
        """Whoever waits is in the lobby too."""
        now, people = this_moment(), [page.member.pk for page in pages]
        tickets.renew(people, timezone.now())
        service.renew_visits(people, timezone.now())
        for page in pages:
            page.newest = max(page.newest, now)
        return pages
