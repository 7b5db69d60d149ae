"""The live page of a room, before its game begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from bruno_site.core.i18n import in_language
from bruno_site.core.render import render
from bruno_site.live.page import Closed, LoggedOut, Message, Parts, Pieces, Visitor
from games.phrases import translate
from games.rules.game import Refused

from . import queries, service
from .hearing import BadMessage, act
from .models import Room
from .queue.queries import ticket_of
from .scene import RoomScene, scene

# What the room is made of. One's own buttons are drawn anew only for what one does oneself.
INSIDE: Final = {
    "room-seats": "lobby/room_seats.html",
    "room-own": "lobby/room_own.html",
    "room-status": "lobby/room_status.html",
    "room-host": "lobby/room_host.html",
}


class RoomPage:
    """A table that waits for its players, as one of them sees it."""

    unstamped_topics = ()

    def __init__(self, room: Room, visitor: Visitor) -> None:
        self.room_id, self.code = room.pk, room.code
        self.member, self.language = visitor.user, visitor.language
        self.topics = (service.topic_of(room.pk),)
        self.newest = room.version
        self.room: Room | None = room  # as it was last read; none if it is closed

    @classmethod
    def open(cls, visitor: Visitor, code: str) -> RoomPage:
        """Raises Closed."""
        if not visitor.is_logged_in:
            raise LoggedOut
        try:
            return cls(queries.room_of(code, visitor.user.pk), visitor)
        except Room.DoesNotExist:
            raise Closed from None

    def draw(self, since: int | None) -> Pieces:
        if self.room is not None and self.room.version < self.newest:
            self.read(queries.rooms_by_id([self.room_id]))
        if self.room is None or not self._is_theirs(self.room):
            closed = self._ended("lobby/room_closed.html", ticket=ticket_of(self.member))
            return replace(closed, said=_("This table is closed"))
        if self.room.game is not None:
            return self._ended("lobby/room_begun.html", game=self.room.game)
        return self._waiting(scene(self.room, self.member, timezone.now()), since)

    def _is_theirs(self, room: Room) -> bool:
        """Whoever looks on is not led to a game that nobody may watch."""
        return room.game is None or room.game.is_watchable or self.lease is not None

    def _waiting(self, shown: RoomScene, since: int | None) -> Pieces:
        stamp = shown.room.version
        parts = {
            "seq": render("lobby/stamp.html", shown=stamp),
            "room-head": render("lobby/room_head.html", shown=shown),
            "room-invite": render("lobby/room_invite.html", shown=shown),
            "agreed": render("lobby/agreement.html", shown=shown),
        }
        inside = {name: render(template, shown=shown) for name, template in INSIDE.items()}
        is_news = since is not None and since < stamp
        said = translate(shown.status) if is_news else ""
        whole = partial(self._whole, parts, inside)
        return Pieces(stamp, "waiting", {**parts, **inside}, whole, said)

    def _whole(self, parts: Parts, inside: Parts) -> Parts:
        return {**parts, "room": render("lobby/room_waiting.html", parts=inside)}

    def _ended(self, template: str, **shown: object) -> Pieces:
        """There is nothing more to wait for here."""
        return Pieces(self.newest, template, {"room": ""}, partial(self._end, template, **shown))

    def _end(self, template: str, **shown: object) -> Parts:
        with in_language(self.language):
            seq = render("lobby/stamp.html", shown=self.newest)
            return {"seq": seq, "room": render(template, **shown)}

    def hear(self, message: Message) -> str:
        try:
            act(self.code, self.member, message)
            notice = ""
        except BadMessage:
            notice = _("The table did not understand that. Nothing was changed.")
        except Refused as refusal:
            notice = translate(refusal.phrase)
        except Room.DoesNotExist:
            notice = _("This table is closed.")
        self.read(queries.rooms_by_id([self.room_id]))
        return notice

    def read(self, rooms: dict[int, Room]) -> None:
        self.room = rooms.get(self.room_id)
        if self.room is not None:
            self.newest = max(self.newest, self.room.version)

    @property
    def lease(self) -> int | None:
        """The seat whose owner this page shows to be there."""
        seats = [] if self.room is None else self.room.seats.all()
        return next((seat.pk for seat in seats if seat.user_id == self.member.pk), None)

    @classmethod
    def beat(cls, pages: Sequence[RoomPage]) -> Sequence[RoomPage]:
        service.renew([page.lease for page in pages if page.lease is not None], timezone.now())
        rooms = queries.rooms_by_id({page.room_id for page in pages})
        for page in pages:
            page.read(rooms)
        return pages
