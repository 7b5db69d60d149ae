"""What the clock does at tables that wait: nobody who is gone holds up those who are there."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.time import pulse

from ..models import Room, RoomSeat, Ticket
from ..seating_rules import SITS_WITH_SOMEBODY_BLOCKED
from .blocks import part_blocked
from .holding import dropped, is_deserted, let_go, pass_on, stamped
from .starting import OPENED_WITHIN, end_late_opening, stop_opening

AWAY_AFTER: Final = timedelta(seconds=60)
LEFT_ALONE: Final = timedelta(minutes=5)
QUIET: Final = timedelta(minutes=20)
WARNED: Final = timedelta(minutes=2)


def tidy(now: datetime) -> int:
    """How many tables something was done at. Those that are held at this moment come next time."""
    if not pulse.is_anybody_missed(now):
        return 0
    return sum(_tidied(room_id, now) for room_id in _untidy(now).values_list("pk", flat=True))


def _untidy(now: datetime) -> QuerySet[Room]:
    seats = RoomSeat.objects.filter(room=OuterRef("pk"), user__isnull=False)
    gone = seats.filter(seen_at__lt=now - AWAY_AFTER)
    there = seats.filter(seen_at__gte=now - AWAY_AFTER)
    hosts = seats.filter(user=OuterRef("host"))
    hosted = Exists(hosts) & ~Exists(hosts.filter(seen_at__lt=now - AWAY_AFTER))
    found = Ticket.objects.filter(room=OuterRef("pk"))
    return Room.objects.filter(game=None).filter(
        Exists(seats.filter(kept_until__lt=now))
        | Exists(seats.filter(SITS_WITH_SOMEBODY_BLOCKED))
        | Exists(gone.filter(is_ready=True))
        | Q(opening_since__lt=now - OPENED_WITHIN)
        | ~hosted & Exists(there)
        | ~Exists(seats) & ~Exists(found)
        | Q(closes_at__lt=now)
        | Q(closes_at=None) & _quiet(now)
    )


def _quiet(now: datetime) -> Q:
    """Nothing happens there, or nobody is there."""
    looked_at = RoomSeat.objects.filter(room=OuterRef("pk"), seen_at__gte=now - LEFT_ALONE)
    left_alone = Q(changed_at__lt=now - LEFT_ALONE) & Q(~Exists(looked_at))
    return Q(changed_at__lt=now - QUIET) | left_alone


@transaction.atomic
def _tidied(room_id: int, now: datetime) -> bool:
    rooms = Room.objects.select_for_update(skip_locked=True).filter(pk=room_id, game=None)
    room = rooms.first()
    if room is None:
        return False
    if room.closes_at is not None and room.closes_at < now:
        dropped(room)
        return True
    if not part_blocked(room):
        return True
    _free(room, now)
    if is_deserted(room):
        dropped(room)
        return True
    if room.closes_at is None and rooms.filter(_quiet(now)).exists():
        room.closes_at = now + WARNED
    stamped(room)
    return True


def _free(room: Room, now: datetime) -> None:
    """From whoever has not come, is gone though ready, or is the host and gone or has no seat."""
    end_late_opening(room, now)
    let_go(room, now)
    gone = room.seats.filter(seen_at__lt=now - AWAY_AFTER)
    if gone.filter(is_ready=True).update(is_ready=False):
        stop_opening(room, None)
    if not room.seats.filter(user=room.host_id).exclude(pk__in=gone).exists():
        pass_on(room, room.seats.filter(seen_at__gte=now - AWAY_AFTER))
