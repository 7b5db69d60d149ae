"""What those do who sit at a table that waits, or want to."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.rules.game import Refused, Seat
from games.rules.words import _

from ..models import Room, RoomSeat
from ..queue import tickets
from ..seating_rules import check_company
from .blocks import part_blocked
from .checks import check_nonce, check_nonce_seal, check_seat
from .holding import held, pass_on, waiting
from .starting import changed, free_seat, stop_opening, waste


@transaction.atomic
def sit(*, code: str, user: User, seat: Seat, nonce_seal: str = "") -> Room:
    """Take a free seat, with the seal of this browser's nonce. A player who sits already moves
    there, and is no longer ready."""
    room = waiting(code)
    check_seat(room, seat)
    check_company(room, user.pk)
    other = room.seats.filter(seat=seat).exclude(user=user).first()
    if other is not None:
        raise _taken(other)
    check_nonce_seal(room, nonce_seal)
    mine = room.seats.filter(user=user).first() or RoomSeat(room=room, user=user)
    mine.seat, mine.seen_at = seat, timezone.now()
    mine.is_ready, mine.comes_ready, mine.kept_until = False, False, None
    mine.nonce, mine.nonce_seal = "", nonce_seal
    mine.save()
    if not room.seats.filter(user=room.host_id).exists():
        pass_on(room, room.seats.all())
    tickets.withdraw(user, room)
    changed(room, user)
    return room


def _taken(by: RoomSeat) -> Refused:
    if by.kept_until is not None:
        return Refused(_("This seat is kept for %(name)s a moment longer.", name=by.name))
    return Refused(_("Somebody was faster: this seat is taken."))


@transaction.atomic
def stand(*, code: str, user: User) -> None:
    """The last person who does closes the table."""
    free_seat(waiting(code), user)


@transaction.atomic
def ready(*, code: str, user: User, nonce_seal: str = "") -> Room:
    """Say that this player is ready, with the seal of their nonce. When that completes the table
    its sealed nonces are opened, and with the last one the game starts. To be ready once more
    changes nothing."""
    room = held(code)
    if not part_blocked(room):
        raise Room.DoesNotExist
    mine = _seat_of(room, user)
    if room.game_id is not None or (mine.is_ready and room.opening_since is not None):
        return room
    check_nonce_seal(room, nonce_seal)
    stop_opening(room, user)
    mine.nonce, mine.nonce_seal = "", nonce_seal  # what was sent before is wasted by now
    mine.is_ready, mine.comes_ready, mine.kept_until = True, False, None
    mine.seen_at = timezone.now()
    mine.save()
    tickets.withdraw(user, room)
    changed(room, user)
    return room


@transaction.atomic
def open_share(*, code: str, user: User, nonce: str) -> Room:
    """Take the nonce that this player has sealed; with the last one the game starts. A nonce that
    comes when nobody waits for it any more is known to the server, and so never used."""
    room = held(code)
    mine = _seat_of(room, user)
    if room.game_id is not None or mine.nonce == nonce != "":
        return room
    check_nonce(mine, nonce)
    room.opened_seals = [*room.opened_seals, mine.nonce_seal]
    if room.opening_since is None:
        waste(mine)
    else:
        mine.nonce = nonce
        mine.save(update_fields=["nonce"])
    changed(room, user)
    return room


def _seat_of(room: Room, user: User) -> RoomSeat:
    """Raise Refused for somebody without a seat in this room."""
    mine = room.seats.filter(user=user).first()
    if mine is None:
        raise Refused(_("Only those who sit at the table can be ready."))
    return mine


@transaction.atomic
def unready(*, code: str, user: User) -> None:
    room = waiting(code)
    if room.seats.filter(user=user, is_ready=True).update(is_ready=False):
        changed(room, user)


def renew(leases: Collection[int], now: datetime) -> None:
    """Somebody looks at the pages of these seats (keys of RoomSeat)."""
    with transaction.atomic():
        # A row that is locked is renewed elsewhere, or changes: the next beat is soon enough.
        mine = RoomSeat.objects.filter(pk__in=leases).values("pk")
        free = mine.select_for_update(skip_locked=True)
        RoomSeat.objects.filter(pk__in=free).update(seen_at=now)
