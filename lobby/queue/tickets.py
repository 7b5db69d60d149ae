"""The door of the queue: who waits, and who waits no longer.

Whoever sits down at a table that waits, or plays, waits for no other: the row of the person is held
while that is decided. Rooms are held before people, people before parties, and parties before
tickets: docs/decisions/0017-who-waits-for-whom.md.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import rate_limits
from accounts.models import User
from games.posted.reads import check_that_games_are_dealt
from games.rules import kinds
from games.rules.game import Refused
from games.rules.words import _, ngettext

from ..models import Party, Room, RoomSeat, Ticket

# Whoever shuts the page keeps the place for so long.
LEASE: Final = timedelta(seconds=30)
TICKETS_A_MINUTE: Final = rate_limits.Limit("tickets in a minute", 15, timedelta(minutes=1))


def join(*, user: User, kind: str, party: Party | None = None) -> Ticket:
    """Wait for a table, or go on waiting. Raises Refused."""
    check(user, kind)
    return joined(user, kind, party)


def check(user: User, kind: str) -> None:
    """Whether anybody may wait for this game, and somebody ask to so often. Raises Refused."""
    if kind not in kinds():
        raise Refused(_("There is no such game here."))
    check_that_games_are_dealt()
    try:
        # Beside the transaction, or a refusal would not be counted.
        rate_limits.spend(TICKETS_A_MINUTE, str(user.pk))
    except rate_limits.TooManyTries:
        raise Refused(_("That was too often. Wait a minute, then try again.")) from None


@transaction.atomic
def joined(user: User, kind: str, party: Party | None) -> Ticket:
    hold(user)
    together = held(Q(user=user) if party is None else Q(user=user) | Q(party=party))
    known = next((ticket for ticket in together if ticket.user_id == user.pk), None)
    if known is not None and _leads_to_a_table(known):
        return known
    _check_that_nothing_else_waits(user)
    now = timezone.now()
    if known is not None and (known.kind, known.party) == (kind, party):
        Ticket.objects.filter(pk=known.pk).update(seen_at=now)
        return known
    # What was agreed with one friend is not agreed with the next.
    Ticket.objects.filter(pk__in=[ticket.pk for ticket in together]).update(takes_bots=False)
    fresh = {"kind": kind, "party": party, "since": now, "seen_at": now, "takes_bots": False}
    return Ticket.objects.update_or_create(user=user, defaults={**fresh, "room": None})[0]


def held(some: Q) -> list[Ticket]:
    """Always lock in key order; otherwise two transactions can deadlock."""
    return list(Ticket.objects.select_for_update().filter(some).order_by("pk"))


def hold(user: User) -> None:
    User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()


def _leads_to_a_table(ticket: Ticket) -> bool:
    return ticket.room is not None and ticket.room.game_id is None


def _check_that_nothing_else_waits(user: User) -> None:
    if RoomSeat.objects.filter(user=user, room__game=None, kept_until=None).exists():
        raise Refused(_("You sit at a table that waits. Stand up there first."))


@transaction.atomic
def withdraw(user: User, room: Room) -> None:
    """Whoever sits down in this room waits for no other."""
    hold(user)
    Ticket.objects.filter(user=user).exclude(room=room).delete()


def wait_on(user_id: int, room: Room) -> None:
    """Whoever loses the seat that was found for them keeps their place in the queue."""
    mine = Ticket.objects.filter(user=user_id, room=room)
    mine.update(room=None, seen_at=timezone.now())


def matched_at(room: Room, people: Collection[int]) -> set[int]:
    """Return those of these people whose company quick match chose: not who came with a friend, and
    nobody where somebody sits whom it did not seat."""
    party_of = dict(Ticket.objects.filter(room=room).values_list("user", "party"))
    if any(person not in party_of for person in people):
        return set()
    return {person for person in people if party_of[person] is None}


def spend(room: Room) -> None:
    """The game that these tickets were for has begun."""
    Ticket.objects.filter(room=room).delete()


@transaction.atomic
def leave(*, user: User) -> None:
    """Wait no longer. Whoever asked a friend along takes the invitation back; the friend who
    leaves makes room for another."""
    hold(user)
    party = Party.objects.select_for_update(of=("self",)).filter(tickets__user=user).first()
    if party is not None and party.host_id == user.pk:
        drop_party(party)
    elif party is not None:
        Party.objects.filter(pk=party.pk).update(friend=None)
    held(Q(user=user))
    Ticket.objects.filter(user=user).delete()


def forget(user: User) -> None:
    """Wait no longer, nor have anybody wait: the person deletes their account."""
    leave(user=user)
    Party.objects.filter(friend=user).update(friend=None)
    _drop_party_of(user)


@transaction.atomic
def _drop_party_of(user: User) -> None:
    hold(user)
    party = Party.objects.select_for_update().filter(host=user).first()
    if party is not None:
        drop_party(party)


def drop_party(party: Party) -> None:
    """Delete the party, whose row its host holds, and the tickets of those who wait in it."""
    held(Q(party=party) | Q(user=party.host_id))  # what the host does next needs theirs
    party.delete()


@transaction.atomic
def take_bots(*, user: User) -> None:
    """Agree to begin at once: a pair does when both have. Raises Refused as long as people are to
    be waited for."""
    ticket = Ticket.objects.select_for_update().filter(user=user, room=None).first()
    if ticket is None:
        raise Refused(_("You are not waiting for a table."))
    if timezone.now() - ticket.since < offered_after():
        seconds = int(offered_after().total_seconds())
        raise Refused(
            ngettext(
                "Bots are offered after %(n)s second.",
                "Bots are offered after %(n)s seconds.",
                seconds,
            )
        )
    if ticket.party is not None and ticket.party.tickets.filter(kind=ticket.kind).count() < 2:
        raise Refused(_("Your friend is not here yet."))
    ticket.takes_bots = True
    ticket.save(update_fields=["takes_bots"])


def offered_after() -> timedelta:
    return timedelta(seconds=settings.BOTS_OFFERED_AFTER)


def renew(users: Collection[int], now: datetime) -> None:
    """Somebody looks at the pages of these people."""
    with transaction.atomic():
        # A ticket that is held is being seated: the next beat is soon enough.
        mine = Ticket.objects.filter(user__in=users).values("pk")
        free = mine.select_for_update(skip_locked=True)
        Ticket.objects.filter(pk__in=free).update(seen_at=now)


@transaction.atomic
def expire(now: datetime) -> int:
    """Of people who have shut the page."""
    gone = Ticket.objects.filter(room=None, seen_at__lt=now - LEASE).values("pk")
    ended, _by_model = Ticket.objects.filter(
        pk__in=gone.select_for_update(skip_locked=True)
    ).delete()
    _forget_parties(now)
    return ended


def _forget_parties(now: datetime) -> None:
    """Delete those of yesterday in which nobody waits. One that is held is being joined."""
    old = Party.objects.filter(opened_at__lt=now - timedelta(days=1), tickets=None)
    free = old.select_for_update(skip_locked=True, of=("self",))
    # Asked again once they are held: somebody may have joined just before that.
    Party.objects.filter(pk__in=[party.pk for party in free], tickets=None).delete()
