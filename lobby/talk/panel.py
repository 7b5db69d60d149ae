"""What is said, beside the page of a table or a room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import User
from bruno_site.core.render import render
from bruno_site.live.hub import BEAT_SECONDS
from bruno_site.live.page import Message, Parts, Visitor
from bruno_site.live.widgets import unread_widgets
from games.phrases import translate
from games.rules.game import Refused

from .. import queries
from . import lines
from .lines import Said
from .models import LONGEST
from .phrases import PHRASES
from .places import NoSuchPlace, Spot, spot, spot_now

NEWS = timedelta(seconds=8)
CLOSED = -1  # the version of a room that is no more
# A beat looks back over what the last ones may have missed.
OVERLAP = timedelta(seconds=3 * BEAT_SECONDS)


@dataclass(frozen=True, slots=True)
class Panel:
    """What the templates show."""

    code: str
    voice: str
    is_at_table: bool
    said: list[Said]
    news: Said | None  # for those who do not have the list in sight
    me: int

    phrases = PHRASES
    longest = LONGEST


class Talk:
    name = "talk"
    _looked_at: ClassVar[datetime | None] = None

    def __init__(self, user: User, at: Spot) -> None:
        self.user = user
        self.spot = at
        self.unread: frozenset[int] = frozenset()
        self.newest = 0
        self.heard: dict[str, int] = {}
        self.is_to_read = True
        self._has_moved = False

    @classmethod
    def open(cls, visitor: Visitor, code: str) -> Talk | None:
        """None where there is nobody to talk to, or nothing to see."""
        try:
            at = spot(code, visitor.user) if visitor.is_logged_in else None
        except NoSuchPlace:
            return None
        return cls(visitor.user, at) if at is not None and at.is_shared else None

    @property
    def topics(self) -> Sequence[str]:
        place = self.spot.place
        return (place.topic, place.voice_topic, blocks.user_topic(self.user.pk))

    def poked(self, topic: str, stamp: int) -> bool:
        is_news = self.heard.get(topic) != stamp
        self.heard[topic] = stamp
        if topic == self.spot.place.topic:
            self.newest = max(stamp, self.newest)
        else:
            self._has_moved |= is_news  # who is muted, or what may be said
        return is_news

    @classmethod
    def prepare(cls, talks: Sequence[Talk]) -> None:
        cls._look_again([talk for talk in talks if talk._has_moved])
        with unread_widgets(talks) as some:
            unread = blocks.hidden_authors({talk.user.pk for talk in some})
            newest = lines.newest_at({talk.spot.place for talk in some})
            for talk in some:
                talk.unread = unread.get(talk.user.pk, frozenset())
                talk.newest = max(talk.newest, newest.get(talk.spot.place, 0))

    @staticmethod
    def _look_again(moved: Sequence[Talk]) -> None:
        """What may be said there now, and by whom."""
        rooms = queries.rooms_by_id(_rooms_of(moved))
        for talk in moved:
            talk._has_moved, talk.is_to_read = False, True
            talk.spot = spot_now(talk.spot, talk.user, rooms)

    def draw(self) -> Parts:
        panel = self.panel(timezone.now())
        parts = {
            "talk-lines": render("talk/lines.html", shown=panel),
            "talk-form": render("talk/form.html", shown=panel),
        }
        if self.spot.place.game_id is not None:
            parts["felt-talk"] = render("talk/news.html", shown=panel)
        return parts

    def panel(self, now: datetime) -> Panel:
        self.prepare([self])
        everything = lines.recent(self.spot.place, self.newest)
        said = [line for line in everything if line.author_id not in self.unread]
        others = [line for line in said if line.author_id != self.user.pk]
        news = others[-1] if others and now - others[-1].at < NEWS else None
        at_table = self.spot.place.game_id is not None
        return Panel(self.spot.code, self.spot.voice.value, at_table, said, news, self.user.pk)

    def hear(self, message: Message) -> str:
        phrase, text = message.get("phrase", ""), message.get("text", "")
        if not isinstance(phrase, str) or not isinstance(text, str):
            return _("That cannot be said here.")
        try:
            self.spot = spot(self.spot.code, self.user)
            lines.say(spot=self.spot, author=self.user, phrase=phrase, text=text)
        except Refused as refusal:
            return translate(refusal.phrase)
        except NoSuchPlace:
            return _("There is nobody here any longer.")
        self.is_to_read = True
        return ""

    @classmethod
    def beat(cls, talks: Sequence[Talk]) -> Iterator[Talk]:
        now = timezone.now()
        fresh = lines.newest_since((cls._looked_at or now) - OVERLAP)
        cls._looked_at = now
        versions = queries.versions(_rooms_of(talks))
        for talk in talks:
            place = talk.spot.place
            newest, has_moved = fresh.get(place, 0), False
            if place.room_id is not None:
                has_moved = talk.poked(place.voice_topic, versions.get(place.room_id, CLOSED))
            if newest > talk.newest or has_moved:
                talk.newest = max(newest, talk.newest)
                yield talk


def _rooms_of(talks: Sequence[Talk]) -> set[int]:
    places = (talk.spot.place for talk in talks)
    return {place.room_id for place in places if place.room_id is not None}
