"""Every read of the queue."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from accounts.models import User
from bruno_site.kept import Kept

from ..models import Party, Room, Ticket


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands who waits."""

    since: datetime
    takes_bots: bool
    room: Room | None
    party: Party | None
    has_friend: bool  # who waits too


@dataclass(frozen=True, slots=True)
class Line:
    """All who wait for one game."""

    standings: dict[int, Standing]

    @property
    def waiting(self) -> int:
        return sum(standing.room is None for standing in self.standings.values())


_lines = Kept[tuple[str, int], Line](most=16)


def line_of(kind: str, stamp: int) -> Line:
    """As it was at this moment or later: read once for all pages that want to know."""
    return _lines.get((kind, stamp)) or _lines.keep((kind, stamp), _line(kind))


def _line(kind: str) -> Line:
    tickets = Ticket.objects.filter(kind=kind).select_related(
        "room", "party", "party__host", "party__friend"
    )
    paired = Party.objects.annotate(n=Count("tickets")).filter(kind=kind, n=2)
    whole = set(paired.values_list("pk", flat=True))
    return Line(
        {
            ticket.user_id: Standing(
                since=ticket.since,
                takes_bots=ticket.takes_bots,
                room=ticket.room,
                party=ticket.party,
                has_friend=ticket.party_id in whole,
            )
            for ticket in tickets
        }
    )


def kinds_of(user_ids: Collection[int]) -> dict[int, str]:
    """What those of these people wait for who do, in one query."""
    return dict(Ticket.objects.filter(user__in=user_ids).values_list("user", "kind"))


def ticket_of(user: User) -> Ticket | None:
    return Ticket.objects.filter(user=user).select_related("room").first()


def party_of(code: str) -> Party:
    """Raises Party.DoesNotExist."""
    return Party.objects.select_related("host", "friend").get(code=code)
