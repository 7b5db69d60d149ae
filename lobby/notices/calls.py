"""Calling people to a room, to begin, to come, to play again; or to a party."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from accounts.rate_limits import Limit, TooManyTries, spend
from bruno_site.live.topics import poke_now
from games.rules.game import Refused
from games.rules.words import _

from .. import seating_rules
from ..models import Party, Room
from ..queries import room_of
from .models import Notice

READY, INVITED, AGAIN = Notice.Why.READY, Notice.Why.INVITED, Notice.Why.AGAIN
PARTNER = Notice.Why.PARTNER

KEPT_FOR = timedelta(days=2)
# Of invitations, also of those that take the place of another.
LIMITS = (
    Limit("invitations in a minute", 6, timedelta(minutes=1)),
    Limit("invitations in an hour", 40, timedelta(hours=1)),
)


def call(*, why: str, where: Room | Party, people: Iterable[int], sender: User | None) -> None:
    """Tell them, once each; but not those who may not sit there with the others, and never the
    sender."""
    wanted = set(people)
    if sender is not None:
        wanted -= {sender.pk, *_not_to_be_called(where, wanted, sender)}
    called = sorted(wanted)
    kind, now = "room" if isinstance(where, Room) else "party", timezone.now()
    notice = {"why": why, kind: where, "sender": sender, "at": now}
    Notice.objects.bulk_create(
        [Notice(user_id=one, **notice) for one in called],
        update_conflicts=True,
        unique_fields=["user", "why", kind],
        update_fields=["sender", "at", "put_away_at"],
    )
    for one in called:
        transaction.on_commit(partial(poke_now, blocks.user_topic(one)))


def _not_to_be_called(where: Room | Party, people: set[int], sender: User) -> Collection[int]:
    if isinstance(where, Room):
        return seating_rules.not_welcome_at(where, people)
    return seating_rules.apart_from(sender.pk)


@transaction.atomic
def invite(*, code: str, sender: User, name: str) -> User:
    """Raises Refused, and Room.DoesNotExist. Whoever is blocked learns nothing of it."""
    room = room_of(code, sender.pk)
    if Room.objects.select_for_update().filter(pk=room.pk).first() is None:
        raise Room.DoesNotExist  # closed meanwhile
    _check_place(room, sender)
    _check_number(sender)
    invited = _person_called(name)
    if room.seats.filter(user=invited).exists():
        raise Refused(_("%(name)s sits at this table already.", name=invited.username))
    call(why=INVITED, where=room, people=[invited.pk], sender=sender)
    return invited


@transaction.atomic
def ask_along(*, party: Party, name: str) -> User:
    """To wait for a table together with the host. Raises Refused, and like `invite` tells nobody
    who is blocked."""
    _check_number(party.host)
    asked = _person_called(name)
    if asked == party.host:
        raise Refused(_("You cannot be your own partner."))
    call(why=PARTNER, where=party, people=[asked.pk], sender=party.host)
    return asked


def _person_called(name: str) -> User:
    found = blocks.find_person(name)
    if found is None:
        raise Refused(_("There is nobody with this name."))
    return found


def _check_place(room: Room, sender: User) -> None:
    if room.game_id is not None:
        raise Refused(_("The game at this table has begun."))
    if room.host_id != sender.pk and not room.seats.filter(user=sender).exists():
        raise Refused(_("Only those who sit at the table can invite others."))


def _check_number(sender: User) -> None:
    try:
        for limit in LIMITS:
            spend(limit, str(sender.pk))
    except TooManyTries:
        raise Refused(
            _("You have invited a lot of people. Wait a while before you go on.")
        ) from None


def put_away(*, user: User, why: str, code: str) -> None:
    """What is not there is put away already."""
    where = Q(room__code=code) | Q(party__code=code)
    mine = Notice.objects.filter(where, user=user, why=why, put_away_at=None)
    mine.update(put_away_at=timezone.now())
    transaction.on_commit(partial(poke_now, blocks.user_topic(user.pk)))


def withdraw(room: Room) -> None:
    """There is nothing to come to any more: the pages of those who were called look again."""
    called = Notice.objects.filter(room=room, put_away_at=None)
    for one in set(called.values_list("user", flat=True)):
        transaction.on_commit(partial(poke_now, blocks.user_topic(one)))


def forget_old(now: datetime) -> int:
    forgotten, _by_table = Notice.objects.filter(at__lt=now - KEPT_FOR).delete()
    return forgotten
