"""What becomes of tables when somebody deletes their account."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.db.models import Q

from accounts.models import User

from ..models import Room
from ..queue import tickets
from .holding import dropped, held, is_deserted, pass_on
from .starting import changed


def leave_rooms(user: User) -> None:
    """Stand up at every table that waits, and pass on or close the tables they host."""
    theirs = Room.objects.filter(Q(seats__user=user) | Q(host=user), game=None).distinct()
    for code in theirs.values_list("code", flat=True):
        with suppress(Room.DoesNotExist):
            _leave_room(code, user)


@transaction.atomic
def _leave_room(code: str, user: User) -> None:
    room = held(code)
    if room.game_id is not None:
        return
    room.seats.filter(user=user).delete()
    if room.host_id == user.pk:
        pass_on(room, room.seats.all())
    if room.host_id == user.pk or is_deserted(room):
        tickets.held(Q(room=room))
        dropped(room)
    else:
        changed(room)
