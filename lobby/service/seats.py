"""What those do who sit at a table that waits, or want to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.log import door
from games.rules.game import Refused, Seat
from games.rules.words import _

from ..models import Room, RoomSeat
from ..notices import calls
from ..queue import tickets
from .checks import check_nonce, check_seat, check_welcome
from .holding import changed, dropped, held, is_deserted, pass_on, waiting


@transaction.atomic
def sit(*, code: str, user: User, seat: Seat) -> Room:
    """Take a free seat; whoever sits already moves there, and is ready no longer."""
    room = waiting(code)
    check_seat(room, seat)
    check_welcome(room, user)
    other = room.seats.filter(seat=seat).exclude(user=user).first()
    if other is not None:
        raise _taken(other)
    sitting = {"seat": seat, "is_ready": False, "nonce": "", "kept_until": None}
    sitting["seen_at"] = timezone.now()
    RoomSeat.objects.update_or_create(room=room, user=user, defaults=sitting)
    if not room.seats.filter(user=room.host_id).exists():
        pass_on(room, room.seats.all())
    tickets.withdraw(user, room)
    changed(room)
    return room


def _taken(by: RoomSeat) -> Refused:
    if by.kept_until is not None:
        return Refused(_("This seat is kept for %(name)s a moment longer.", name=by.name))
    return Refused(_("Somebody was faster: this seat is taken."))


@transaction.atomic
def stand(*, code: str, user: User) -> None:
    """The last person who does closes the table."""
    room = waiting(code)
    stood, _by_model = room.seats.filter(user=user).delete()
    if stood and is_deserted(room):
        dropped(room)
    elif stood:
        if room.host_id == user.pk:
            pass_on(room, room.seats.all())
        changed(room)


@transaction.atomic
def ready(*, code: str, user: User, nonce: str) -> Room:
    """With this browser's share of the shuffle, which comes after the seal was shown. With the last
    one who is ready the game begins; whoever says it again is led to the same one."""
    room = held(code)
    seats = list(room.seats.select_related("user"))
    mine = next((seat for seat in seats if seat.user_id == user.pk), None)
    if mine is None:
        raise Refused(_("Only those who sit at the table can be ready."))
    if room.game_id is not None:
        return room
    check_nonce(nonce)
    mine.is_ready, mine.nonce, mine.kept_until = True, nonce, None
    mine.seen_at = timezone.now()
    mine.save()
    tickets.withdraw(user, room)
    if len(seats) == room.size and all(seat.is_ready or seat.bot for seat in seats):
        _begin(room, seats)
    changed(room)
    return room


def _begin(room: Room, seats: Sequence[RoomSeat]) -> None:
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    room.game = door.start(
        kind=room.kind,
        config=room.config,
        players=[seat.user or seat.bot for seat in seats],
        server_seed=bytes(room.seal.server_seed),
        nonces=[seat.nonce for seat in seats],
        pace=room.pace,
        is_watchable=room.is_listed and room.is_watchable,
        is_rated=room.is_rated,
        matched=tickets.matched_at(room, people),
    )
    tickets.spend(room)
    calls.withdraw(room)
    if len(people) > 1:
        calls.call(why=calls.READY, where=room, people=people, sender=None)


@transaction.atomic
def unready(*, code: str, user: User) -> None:
    room = waiting(code)
    if room.seats.filter(user=user, is_ready=True).update(is_ready=False):
        changed(room)


def renew(leases: Collection[int], now: datetime) -> None:
    """Somebody looks at the pages of these seats (keys of RoomSeat)."""
    with transaction.atomic():
        # A row that is locked is renewed elsewhere, or changes: the next beat is soon enough.
        mine = RoomSeat.objects.filter(pk__in=leases).values("pk")
        free = mine.select_for_update(skip_locked=True)
        RoomSeat.objects.filter(pk__in=free).update(seen_at=now)
