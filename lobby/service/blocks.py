"""What a block changes at tables that wait: the two do not sit there together any longer."""

from __future__ import annotations

from django.db import transaction

from accounts import blocks
from accounts.models import User
from bruno_site.live.topics import poke_now

from .. import seating_rules
from ..models import Party, Room, RoomSeat
from ..queue import tickets
from .starting import free_seat


def part(by: int, of: int) -> None:
    """Part these two wherever they wait together: called when the block is stored, for then nobody
    can sit down next to the other any more. Each table is a transaction of its own."""
    theirs = RoomSeat.objects.filter(user__in=[by, of], room__game=None).order_by("room")
    for room_id in theirs.values_list("room", flat=True).distinct():
        _part_at(room_id)
    # An invitation from the other is not shown any more.
    poke_now(blocks.user_topic(of))
    for friend in User.objects.filter(pk__in=[by, of]):
        if Party.objects.filter(host__in={by, of} - {friend.pk}, tickets__user=friend).exists():
            tickets.leave(user=friend)


@transaction.atomic
def _part_at(room_id: int) -> None:
    room = Room.objects.select_for_update().filter(pk=room_id).first()
    if room is not None:
        part_blocked(room)


def part_blocked(room: Room) -> bool:
    """Free the seats of people who may no longer sit at this table, unless its game has started.
    The room's row must be locked. Return whether the table is still open."""
    is_open = True
    leaving = seating_rules.who_leaves(room) if room.game_id is None else []
    for leaver in User.objects.filter(pk__in=leaving):
        tickets.wait_on(leaver.pk, room)
        is_open = free_seat(room, leaver)
    return is_open
