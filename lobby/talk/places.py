"""Where something can be said, and what somebody may say there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from django.db.models import Q

from accounts.models import User
from games.log import window
from games.log.states import facts
from games.models import Game, Player

from .. import service
from ..models import Room
from ..queries import room_of


class Voice(Enum):
    NONE = "none"  # reads
    PHRASES = "phrases"  # while cards are in play: partners may not talk about them
    WORDS = "words"


class Place(NamedTuple):
    """A table or a room: what is said there is said to everyone there."""

    game_id: int | None
    room_id: int | None

    @property
    def topic(self) -> str:
        return f"talk-{self.game_id}" if self.room_id is None else f"talk-room-{self.room_id}"

    @property
    def voice_topic(self) -> str:
        """Poked when other things may be said there than before: in a room with every change,
        for it may be one of who sits there."""
        return f"{self.topic}-voice" if self.room_id is None else service.topic_of(self.room_id)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place with one person in it."""

    place: Place
    code: str  # what it is called in addresses
    address: str  # of its own page
    voice: Voice
    is_shared: bool  # is there anybody else?


class NoSuchPlace(LookupError):
    """There is none, or it is not for this person."""


def spot(code: str, user: User) -> Spot:
    """By the code of a game or a room. Raises NoSuchPlace."""
    try:
        return _in_room(code, user) if "-" in code else _at_game(code, user)
    except (Game.DoesNotExist, Room.DoesNotExist):
        raise NoSuchPlace from None


def _at_game(code: str, user: User) -> Spot:
    visit = window.visit(code, user.pk)
    game = visit.game
    is_shared = any(seat != visit.seat for seat in facts(game.pk).people)
    voice = _voice_at(game, visit.player)
    return Spot(Place(game.pk, None), code, game.get_absolute_url(), voice, is_shared)


def _voice_at(game: Game, player: Player | None) -> Voice:
    if player is None:
        return Voice.NONE
    return Voice.WORDS if game.is_over else Voice.PHRASES


def _in_room(code: str, user: User) -> Spot:
    room = room_of(code, user.pk)
    voice = _voice_in(room, user)
    return Spot(Place(None, room.pk), code, room.get_absolute_url(), voice, True)


def _voice_in(room: Room, user: User) -> Voice:
    belongs = room.host_id == user.pk or any(s.user_id == user.pk for s in room.seats.all())
    return Voice.WORDS if belongs and room.game_id is None else Voice.NONE


def spot_now(known: Spot, user: User, rooms: Mapping[int, Room]) -> Spot:
    """The same place as it is now; at a place that is closed nobody says anything any longer.
    `rooms`: those of all the spots that are asked about, by their keys, without the closed ones."""
    room_id = known.place.room_id
    try:
        if room_id is None:
            return spot(known.code, user)
        return replace(known, voice=_voice_in(rooms[room_id], user))
    except (KeyError, NoSuchPlace):
        return replace(known, voice=Voice.NONE)


def people_at(place: Place) -> list[User]:
    """Those whose lines can be read there, by name."""
    seats = {"seats__game": place.game_id} if place.game_id else {"room_seats__room": place.room_id}
    lines = {"lines__game": place.game_id} if place.game_id else {"lines__room": place.room_id}
    return list(User.objects.filter(Q(**seats) | Q(**lines)).distinct().order_by("key"))
