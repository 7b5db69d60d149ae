"""The call to play once more, beside the table of a game that is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bruno_site.core.render import render
from bruno_site.live.page import Message, Parts, Visitor
from bruno_site.live.widgets import unread_widgets
from games.models import Game

from . import queries, seating_rules, service
from .models import Room


class Again:
    """For one of those who played: who wants to, and a way to join; and when all have joined
    elsewhere, the way to the new game."""

    name = "again"

    def __init__(self, user_id: int, game: Game) -> None:
        self.user_id, self.game = user_id, game
        self.topics = (service.again_topic_of(game.pk),)
        self.newest: tuple[int, int] | None = None  # the room, and which version of it
        self.seen: tuple[int, int] | None = None
        self.is_to_read = True

    @classmethod
    def open(cls, visitor: Visitor, code: str) -> Again | None:
        if not visitor.is_logged_in:
            return None
        game = queries.played(code, visitor.user.pk)
        return None if game is None else cls(visitor.user.pk, game)

    def poked(self, topic: str, stamp: int) -> bool:
        self.is_to_read = True
        return True

    @classmethod
    def prepare(cls, companions: Sequence[Again]) -> None:
        with unread_widgets(companions) as some:
            cls.beat(some)

    def draw(self) -> Parts:
        self.prepare([self])
        room = None if self.newest is None else queries.rematch_of(self.game.pk)
        if room is None and self.seen is None:
            return {}  # the page has its place, and nothing in it
        self.seen = None if room is None else (room.pk, room.version)
        shown = {"code": self.game.code, "caller": None, "address": None}
        if room is not None:
            shown |= self._called(room)
        return {"felt-again": render("lobby/again.html", **shown)}

    def _called(self, room: Room) -> dict[str, str | None]:
        mine = next((seat for seat in room.seats.all() if seat.user_id == self.user_id), None)
        if room.game is not None:
            return {"address": room.game.get_absolute_url() if mine else None}
        has_come = mine is not None and mine.kept_until is None
        is_called = not has_come and seating_rules.refusal(room, self.user_id) is None
        return {"caller": room.host.username if is_called else None}

    def hear(self, message: Message) -> str:
        return ""

    @classmethod
    def beat(cls, companions: Sequence[Again]) -> Iterable[Again]:
        newest = queries.rematches({each.game.pk for each in companions})
        for each in companions:
            each.newest = newest.get(each.game.pk)
        return [each for each in companions if each.newest != each.seen]
