"""Every read of rooms."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from django.db.models import Case, Exists, OuterRef, Prefetch, Q, When

from games.models import Game
from games.time.pace import LEASE

from .models import Room, RoomSeat, Ticket, Visit


def room_of(code: str, user_id: int | None) -> Room:
    """Once its game has begun, a table that nobody may watch is there for those alone who sat down
    at it. Raises Room.DoesNotExist, whether there is none or it is not for them."""
    sat_down = RoomSeat.objects.filter(room=OuterRef("pk"), user=user_id, bot="")
    is_theirs = Q(game=None) | Q(game__is_watchable=True) | Exists(sat_down)
    return Room.objects.select_related("host", "game").get(is_theirs, code=code)


def rooms_by_id(room_ids: Collection[int]) -> dict[int, Room]:
    """Return rooms with their seats and tickets, in as many queries for a thousand as for one.
    Rooms that are closed are left out."""
    sitters = Prefetch("seats", queryset=RoomSeat.objects.select_related("user"))
    rooms = Room.objects.select_related("host", "game", "wasted_by")
    return rooms.prefetch_related(sitters, "tickets").in_bulk(room_ids)


def versions(room_ids: Collection[int]) -> dict[int, int]:
    """By room, without those that are closed; in one query."""
    return dict(Room.objects.filter(pk__in=room_ids).values_list("pk", "version"))


def played(code: str, user_id: int) -> Game | None:
    """This game, if the member plays or played it."""
    return Game.objects.filter(code=code, players__user=user_id).only("pk", "code").first()


def rematch_of(game_id: int) -> Room | None:
    """Where this game is to be played once more."""
    found = Room.objects.filter(after=game_id).values_list("pk", flat=True).first()
    return None if found is None else rooms_by_id([found]).get(found)


def rematches(game_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """By game the room and its version, in one query."""
    rooms = Room.objects.filter(after__in=game_ids).values_list("after", "pk", "version")
    return {game_id: (room_id, version) for game_id, room_id, version in rooms}


# Of five hundred rooms every column counts; and what is sealed has no business here.
_OF_ROOMS = ("code", "kind", "size", "config", "pace", "is_listed", "is_watchable", "is_rated")
_SHOWN = (
    *("seat", "bot", "user__username", "user__is_guest"),
    *("room__host__username", "room__version"),
    *(f"room__{column}" for column in _OF_ROOMS),
)


def waiting_rooms() -> list[Room]:
    """All at which somebody sits, the newest first, with everyone who does: one query."""
    seats = (
        RoomSeat.objects.filter(room__game__isnull=True)
        .select_related("room__host", "user")
        .only(*_SHOWN)
        .order_by("-room__opened_at", "room", "seat")
    )
    found = []
    for room, taken in groupby(seats, attrgetter("room")):
        room._prefetched_objects_cache = {"seats": list(taken)}
        found.append(room)
    return found


def visitors(now: datetime) -> list[tuple[str, str | None]]:
    """Who is in the lobby, by name, and the game they wait for: in one query. Whoever waits for a
    friend first waits for nobody else."""
    party = OuterRef("user__ticket__party")
    friend = Ticket.objects.filter(party=party).exclude(user=OuterRef("user"))
    waits = Q(user__ticket__room=None) & (Q(user__ticket__party=None) | Q(Exists(friend)))
    here = Visit.objects.filter(seen_at__gte=now - LEASE).order_by("user__key")
    return list(here.values_list("user__username", Case(When(waits, then="user__ticket__kind"))))
