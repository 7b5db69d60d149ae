"""Every read of the queue."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from bruno_site.core.bounded_cache import BoundedCache

from ..models import Party, Room, Ticket


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands who waits."""

    since: datetime
    takes_bots: bool
    room: Room | None
    party: Party | None
    friend: User | None  # who waits too
    friend_takes_bots: bool


@dataclass(frozen=True, slots=True)
class Line:
    """All who wait for one game."""

    standings: dict[int, Standing]

    @property
    def waiting(self) -> int:
        return sum(standing.room is None for standing in self.standings.values())


_lines = BoundedCache[tuple[str, int], Line](most=16)


def line_of(kind: str, stamp: int) -> Line:
    """As it was at this moment or later: read once for all pages that want to know."""
    return _lines.get((kind, stamp)) or _lines.keep((kind, stamp), _line(kind))


def _line(kind: str) -> Line:
    tickets = Ticket.objects.filter(kind=kind).select_related(
        "user", "room", "party", "party__host", "party__friend"
    )
    parties = defaultdict[object, list[Ticket]](list)
    for ticket in tickets:
        parties[ticket.party_id or f"alone {ticket.pk}"].append(ticket)
    return Line(
        {ticket.user_id: _standing(ticket, party) for party in parties.values() for ticket in party}
    )


def _standing(ticket: Ticket, party: Collection[Ticket]) -> Standing:
    others = [other for other in party if other != ticket]
    return Standing(
        since=ticket.since,
        takes_bots=ticket.takes_bots,
        room=ticket.room,
        party=ticket.party,
        friend=others[0].user if others else None,
        friend_takes_bots=bool(others) and others[0].takes_bots,
    )


def kinds_of(user_ids: Collection[int]) -> dict[int, str]:
    """What those of these people wait for who do, in one query."""
    return dict(Ticket.objects.filter(user__in=user_ids).values_list("user", "kind"))


def ticket_of(user: User) -> Ticket | None:
    return Ticket.objects.filter(user=user).select_related("room").first()


def party_of(code: str) -> Party:
    """Raises Party.DoesNotExist."""
    return Party.objects.select_related("host", "friend").get(code=code)
