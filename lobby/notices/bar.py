"""The notices of one person, in the bar of every page they look at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
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
from games.log.writing import topic_of
from games.models import Game

from . import calls, reads
from .reads import Call, Seated

CALL = re.compile("[a-z]{1,8} [a-z0-9-]{9,12}")  # why, and the code of the room or the party
# A beat looks back over what the last ones may have missed.
OVERLAP = timedelta(seconds=3 * BEAT_SECONDS)


class Notices:
    name = "notices"
    _looked_at: ClassVar[datetime | None] = None

    def __init__(self, user: User, here: str = "") -> None:
        self.user = user
        self.here = here  # the game or the room that this page shows anyway
        self.heard: dict[str, int] = {}
        self.games: dict[str, Seated] = {}  # by topic
        self.calls: list[Call] = []
        self._behind: set[str] = set()  # topics of games that have moved on
        self.is_to_read = True

    @classmethod
    def open(cls, visitor: Visitor, code: str = "", **_named: object) -> Notices | None:
        return cls(visitor.user, code) if visitor.is_logged_in else None

    @property
    def topics(self) -> Sequence[str]:
        return (blocks.user_topic(self.user.pk), *self.games)

    def poked(self, topic: str, stamp: int) -> bool:
        seated = self.games.get(topic)
        if seated is not None:
            return self._moved(topic, seated, stamp)
        is_news = self.heard.get(topic) != stamp
        self.heard[topic] = stamp
        self.is_to_read |= is_news
        return is_news

    def _moved(self, topic: str, seated: Seated, stamp: int) -> bool:
        is_news = stamp > seated.stamp
        if is_news:
            seated.stamp = stamp
            self._behind.add(topic)
        return is_news

    @classmethod
    def prepare(cls, everyone: Sequence[Notices]) -> None:
        with unread_widgets(everyone) as some:
            people = {each.user.pk for each in some}
            games, called = reads.games_of(people), reads.with_calls(people)
            for each in some:
                each._learn(games.get(each.user.pk, ()), is_called=each.user.pk in called)

    def _learn(self, games: Sequence[Seated], *, is_called: bool) -> None:
        others = [seated for seated in games if seated.code != self.here][: reads.MOST]
        # Each page hears of them for itself.
        self.games = {topic_of(seated.game_id): replace(seated) for seated in others}
        self.calls = reads.calls_of(self.user.pk, self.here) if is_called else []

    def draw(self) -> Parts:
        shown = self.read()
        return {
            "notices-count": render("notices/count.html", shown=shown),
            "notices-list": render("notices/list.html", shown=shown),
        }

    def read(self) -> list[Call]:
        """What there is to tell: turns first."""
        self.prepare([self])
        behind, self._behind = self._behind, set()
        self._look([self.games[topic] for topic in behind & self.games.keys()])
        return [*(each.call() for each in self.games.values() if each.is_mine), *self.calls]

    @staticmethod
    def _look(moved: Sequence[Seated]) -> None:
        games = reads.games_by_id([seated.game_id for seated in moved])
        for seated in moved:
            seated.look(games.get(seated.game_id))

    def hear(self, message: Message) -> str:
        call = message.get("call")
        if not isinstance(call, str) or not CALL.fullmatch(call):
            return _("There was nothing to put away.")
        why, code = call.split()
        calls.put_away(user=self.user, why=why, code=code)
        self.is_to_read = True
        return ""

    @classmethod
    def beat(cls, everyone: Sequence[Notices]) -> Iterator[Notices]:
        now = timezone.now()
        called = reads.called_since((cls._looked_at or now) - OVERLAP)
        cls._looked_at = now
        games = reads.games_by_id({s.game_id for each in everyone for s in each.games.values()})
        for each in everyone:
            if each.user.pk in called:
                each.is_to_read = True
                yield each
            elif each.catch_up(games):
                yield each

    def catch_up(self, games: Mapping[int, Game]) -> bool:
        """Has one of the games moved on without a poke?"""
        moved = [
            self._moved(topic, seated, games[seated.game_id].stamp)
            for topic, seated in self.games.items()
            if seated.game_id in games
        ]
        return any(moved)
