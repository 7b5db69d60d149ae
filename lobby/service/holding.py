"""Holding a room's row while something changes there, and telling its pages afterwards."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from bruno_site.live.topics import poke, poke_now
from games.rules.game import Refused
from games.rules.words import _
from games.time import pulse

from ..models import Room, RoomSeat
from ..notices import calls

LOBBY: Final = "lobby"


def topic_of(room_id: int) -> str:
    """Whoever looks at this room hears the pokes under this name. Its link is nobody's business."""
    return f"room-{room_id}"


def again_topic_of(game_id: int) -> str:
    """Whoever played this game hears under this name that somebody wants to once more."""
    return f"again-{game_id}"


def held(code: str) -> Room:
    """Nobody else changes it until the transaction ends. Raises Room.DoesNotExist."""
    return Room.objects.select_for_update().get(code=code)


def waiting(code: str) -> Room:
    room = held(code)
    if room.game_id is not None:
        raise Refused(_("The game at this table has begun."))
    let_go(room, timezone.now())
    return room


def hosted(code: str, user: User) -> Room:
    room = waiting(code)
    if room.host_id != user.pk:
        raise Refused(
            _("Only %(host)s, whose table this is, can do that.", host=room.host.username)
        )
    if room.tickets.exists():
        raise Refused(_("Quick match has made this table, and nothing about it can be changed."))
    if not room.seats.filter(user__isnull=False).exists():
        raise Refused(_("Nobody sits at this table any more. Sit down first."))
    return room


def let_go(room: Room, now: datetime) -> int:
    """Of the seats that were kept for people who have not come in time, though they could."""
    if not pulse.is_anybody_missed(now):
        return 0
    late, _by_model = room.seats.filter(kept_until__lt=now).delete()
    return late


def stamped(room: Room) -> None:
    room.version += 1
    room.save()
    tell(room)


def tell(room: Room) -> None:
    """The lobby too, whatever it was: only who reads it knows what may be shown there."""
    transaction.on_commit(partial(poke, topic_of(room.pk), room.version))
    transaction.on_commit(partial(poke_now, LOBBY))
    if room.after_id is not None:
        transaction.on_commit(partial(poke_now, again_topic_of(room.after_id)))


def dropped(room: Room) -> None:
    """Closed: its pages find nothing any more, and say so."""
    room.version += 1
    tell(room)
    calls.withdraw(room)
    room.delete()


def is_deserted(room: Room) -> bool:
    """Nobody sits there any more, and it is not one of the queue's, which gathers its own."""
    return not (room.seats.filter(user__isnull=False).exists() or room.tickets.exists())


def pass_on(room: Room, heirs: QuerySet[RoomSeat]) -> None:
    """The table of a host who is gone goes to the next who sits there; nobody need be asked."""
    others = heirs.filter(user__deletion="").exclude(user=room.host_id)
    heir = others.select_related("user").order_by("seat").first()
    if heir is not None and heir.user is not None:
        room.host = heir.user
