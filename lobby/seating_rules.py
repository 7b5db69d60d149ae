"""Who may sit with whom: the one place that decides it, asked by every way to a seat.

Two people of whom one has blocked the other never sit at one table that has not started, whichever
of them has blocked: the one who comes later is refused, in a sentence that does not say who blocked
whom. Games that run are left alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from django.db.models import F, Q

from accounts import blocks
from games.rules.game import Refused
from games.rules.words import Phrase, _

from .models import Room

SENT_AWAY: Final = _("The host has asked you to leave this table.")
NOT_TOGETHER: Final = _("You cannot sit down at this table.")

# Of a RoomSeat.
SITS_WITH_SOMEBODY_BLOCKED: Final = Q(
    user__blocks__how=blocks.BLOCK, user__blocks__of__room_seats__room=F("room")
)


def people_at(room: Room) -> set[int]:
    """Return the people who sit there or have a seat kept for them, and the host."""
    return {seat.user_id for seat in room.seats.all() if seat.user_id is not None} | {room.host_id}


def refusal(room: Room, user_id: int) -> Phrase | None:
    """Return why this person may not sit at this table; None if they may."""
    if user_id in room.unwelcome:
        return SENT_AWAY
    return None if people_at(room).isdisjoint(blocks.blocked_with(user_id)) else NOT_TOGETHER


def check_company(room: Room, user_id: int) -> None:
    """Raises Refused where this person may not sit at this table."""
    why = refusal(room, user_id)
    if why is not None:
        raise Refused(why)


def may_sit_together(one: int, other: int) -> bool:
    return not blocks.is_blocked(one, other)


def company_of(people: Iterable[int]) -> set[int]:
    """The first of these people, and in turn each of the others who may sit with all before."""
    in_turn = list(people)
    apart, company = apart_from_each(in_turn), set[int]()
    for person in in_turn:
        if company.isdisjoint(apart.get(person, ())):
            company.add(person)
    return company


def apart_from_each(people: Collection[int]) -> dict[int, frozenset[int]]:
    """Return for each of these people with whom of the others they may not sit. People who may sit
    with all of them are left out."""
    apart: dict[int, frozenset[int]] = {}
    for pair in blocks.blocked_pairs(people):
        for person in pair:
            apart[person] = apart.get(person, frozenset()) | (pair - {person})
    return apart


def apart_from(user_id: int) -> frozenset[int]:
    """Return all people with whom this person may not sit."""
    return blocks.blocked_with(user_id)


def apart_from_all(user_ids: Collection[int]) -> Mapping[int, frozenset[int]]:
    """Return the same for many people, in one query, leaving out people who may sit with anyone."""
    return blocks.blocked_with_each(user_ids)


def not_welcome_at(room: Room, people: Collection[int]) -> set[int]:
    """Those of these people who may not sit with somebody at this table."""
    there = people_at(room)
    apart = apart_from_each({*there, *people})
    return {person for person in people if not there.isdisjoint(apart.get(person, ()))}


def rooms_apart(rooms: Iterable[Room], apart: Collection[int]) -> frozenset[int]:
    """The keys of those of these tables at which one of `apart` sits, or whose host is one."""
    if not apart:
        return frozenset()
    return frozenset(room.pk for room in rooms if not people_at(room).isdisjoint(apart))


def who_leaves(room: Room) -> list[int]:
    """Who has to leave this table, now that people there have blocked each other: the blocked one
    where the host has blocked, and else the one who blocked, so that nobody can send anybody away
    from a table that is not theirs."""
    leaving: list[int] = []
    for by, of in blocks.blocks_among(people_at(room)):
        if by not in leaving and of not in leaving:
            leaving.append(of if room.host_id == by else by)
    return leaving
