"""Every read of rooms."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from textwrap import wrap

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from games.bots import Bot, described, offered
from games.rules import rules_of
from games.rules.fair import commitment
from games.rules.game import Meta, Seat
from games.rules.words import Phrase, _

from .agreements import Agreement, Clause, agreement, clock
from .models import Room, RoomSeat
from .seating import Place, places


@dataclass(frozen=True, slots=True)
class RoomPage:
    """A room as one member sees it."""

    room: Room
    meta: Meta
    agreement: Agreement
    seal: str
    places: list[Place]
    taken: int
    mine: Seat | None
    seen: str
    clock: Clause
    bots: tuple[Bot, ...]

    @property
    def is_full(self) -> bool:
        return self.taken == self.room.size

    @property
    def is_seated(self) -> bool:
        return self.mine is not None

    @property
    def may_begin(self) -> bool:
        return self.is_seated and self.is_full

    @property
    def has_partners(self) -> bool:
        return self.places[0].team is not None

    @property
    def sit_down(self) -> Phrase:
        return _("Move here") if self.is_seated else _("Sit here")

    @property
    def status(self) -> Phrase:
        if self.may_begin:
            return _("Everyone sits. Any of you can start.")
        if self.is_full:
            return _("Every seat is taken. If somebody stands up, you can sit down.")
        if self.is_seated:
            return _("The game can start when every seat is taken. Send the link to your friends.")
        return _("Choose a seat. The game can start when every seat is taken.")


def room_of(code: str) -> Room:
    """Raises Room.DoesNotExist."""
    return Room.objects.select_related("opened_by", "game").get(code=code)


def room_page(room: Room, member: User) -> RoomPage:
    meta = rules_of(room.kind).META
    taken = list(room.seats.select_related("user"))
    names = {seat.seat: seat.name for seat in taken}
    bots = {seat.seat: described(room.kind, seat.bot) for seat in taken if seat.bot}
    mine = next((seat.seat for seat in taken if seat.user_id == member.pk), None)
    return RoomPage(
        room=room,
        meta=meta,
        agreement=agreement(meta, room.config),
        seal=" ".join(wrap(commitment(bytes(room.server_seed)), 4)),
        places=places(room.size, meta.teams(room.config, room.size), names, mine, bots),
        taken=len(taken),
        mine=mine,
        seen=_digest(taken),
        clock=clock(room.pace),
        bots=offered(room.kind),
    )


def rooms_of(member: User) -> QuerySet[Room]:
    """Those that wait, newest first, where the member sits or that the member opened."""
    mine = Q(opened_by=member) | Q(pk__in=RoomSeat.objects.filter(user=member).values("room"))
    waiting = Room.objects.filter(mine, game=None).select_related("opened_by")
    return waiting.annotate(taken=Count("seats")).order_by("-opened_at")


def _digest(taken: list[RoomSeat]) -> str:
    """What a page shows of the seats, so that it is swapped only when they have changed."""
    seats = [(seat.seat, seat.user_id, seat.bot) for seat in taken]
    return sha256(repr(seats).encode()).hexdigest()[:12]
