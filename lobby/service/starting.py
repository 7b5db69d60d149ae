"""Start the game of a room, as soon as the table is complete: every seat taken, everyone ready.

First the sealed nonces are opened. Each browser has shown the hash of its nonce before; only now,
when no seal can change any more, does it send the nonce itself. If somebody leaves meanwhile, or
does not send theirs in time, what was sent is never used again, and everyone is told of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from accounts.models import User
from games.log import door

from ..models import Room, RoomSeat
from ..notices import calls
from ..queue import tickets
from ..seating_rules import who_leaves
from .holding import dropped, is_deserted, pass_on, stamped

OPENED_WITHIN: Final = timedelta(seconds=15)
# The browser of a player whose nonce was wasted seals another and is ready again by itself.
SEALED_AGAIN_WITHIN: Final = timedelta(seconds=30)


def changed(room: Room, by: User | None = None) -> None:
    """Note that something happened in this room, start its game if that completed the table, and
    tell its pages. `by` is who did it: named if nonces were sent in vain because of it."""
    room.changed_at, room.closes_at = timezone.now(), None
    if room.game_id is None:
        _advance(room, by)
    stamped(room)


def _advance(room: Room, by: User | None) -> None:
    seats = list(room.seats.select_related("user"))
    is_full = len(seats) == room.size and any(seat.user_id for seat in seats)
    is_complete = is_full and all(seat.is_ready or seat.bot for seat in seats)
    if not is_complete or who_leaves(room):
        stop_opening(room, by)
    elif silent_seats(seats):
        _open(room, seats)
    else:
        _start(room, seats)


def free_seat(room: Room, user: User) -> bool:
    """Take this person's seat from them, if they have one: the last person who goes closes the
    table, and a host who goes passes it on. Return whether the table is still open."""
    freed, _by_model = room.seats.filter(user=user).delete()
    if freed and is_deserted(room):
        dropped(room)
        return False
    if freed:
        if room.host_id == user.pk:
            pass_on(room, room.seats.all())
        changed(room, user)
    return True


def silent_seats(seats: Iterable[RoomSeat]) -> list[RoomSeat]:
    """The seats whose nonce is sealed and was not sent yet."""
    return [seat for seat in seats if seat.nonce_seal and not seat.nonce]


def _open(room: Room, seats: Sequence[RoomSeat]) -> None:
    """From now on the browsers are asked for their nonces, and no seal changes."""
    if room.opening_since is None:
        door.check_start(_players(seats))
        room.opening_since = timezone.now()


def _start(room: Room, seats: Sequence[RoomSeat]) -> None:
    room.opening_since = None
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    room.game = door.start(
        kind=room.kind,
        config=room.config,
        players=_players(seats),
        server_seed=bytes(room.seal.server_seed),
        nonces=[seat.nonce for seat in seats],
        nonce_seals=[seat.nonce_seal for seat in seats],
        wasted_openings=room.wasted_openings,
        pace=room.pace,
        is_watchable=room.is_listed and room.is_watchable,
        is_rated=room.is_rated,
        matched=tickets.matched_at(room, people),
    )
    tickets.spend(room)
    calls.withdraw(room)
    if len(people) > 1:
        calls.call(why=calls.READY, where=room, people=people, sender=None)


def _players(seats: Sequence[RoomSeat]) -> list[User | str]:
    return [seat.user or seat.bot for seat in seats]


def stop_opening(room: Room, by: User | None) -> None:
    """Waste the nonces that were sent, if any: those players seal new ones. From here on seals may
    change again."""
    room.opening_since = None
    sent = list(room.seats.exclude(nonce=""))
    if not sent:
        return
    room.wasted_openings += 1
    room.wasted_by = by if by is not None and by.is_active else None
    for seat in sent:
        waste(seat)


def waste(seat: RoomSeat) -> None:
    """Forget a nonce that was sent in vain; a player who was ready is so again with the next."""
    if seat.is_ready:
        seat.kept_until, seat.comes_ready = timezone.now() + SEALED_AGAIN_WITHIN, True
    seat.nonce = seat.nonce_seal = ""
    seat.is_ready = False
    seat.save(update_fields=["nonce", "nonce_seal", "is_ready", "comes_ready", "kept_until"])


def end_late_opening(room: Room, now: datetime) -> None:
    """Wait no longer for players who do not send their nonce: they are no longer ready. At a table
    that quick match has found they have not come."""
    if room.opening_since is None or now < room.opening_since + OPENED_WITHIN:
        return
    late = silent_seats(room.seats.select_related("user"))
    is_found = room.tickets.exists()
    for seat in late:
        seat.is_ready, seat.nonce_seal = False, ""
        seat.kept_until = now if is_found else None
        seat.save(update_fields=["nonce_seal", "is_ready", "kept_until"])
    stop_opening(room, late[0].user if late else None)
