"""P3: whatever happens at the same moment, nobody gets two tables, and nobody waits who sits."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import User
from lobby import service
from lobby.models import Party, RoomSeat, Ticket
from lobby.queue import matches, parties, tickets
from tests.kit.factories import UserFactory, open_bruno
from tests.kit.races import at_once, empty_lobby, rounds

pytestmark = pytest.mark.django_db(transaction=True)


def crowd(count: int) -> list[User]:
    return [UserFactory.create() for _ in range(count)]


@rounds(3)
def test_however_many_clocks_match_nobody_gets_two_tables(rounds: int) -> None:
    people = crowd(16)
    clocks = [partial(matches.run, timezone.now())] * 4
    for _round in range(rounds):
        empty_lobby()
        Ticket.objects.bulk_create(Ticket(user=user, kind="bruno") for user in people)
        assert at_once(clocks) == Counter(made=4)
        seats = list(RoomSeat.objects.values_list("user", "room"))
        assert sorted(user for user, _room in seats) == sorted(user.pk for user in people)
        assert set(Ticket.objects.values_list("user", "room")) == set(seats)


@rounds(3)
def test_whoever_sits_down_while_asking_for_a_ticket_has_no_ticket(rounds: int) -> None:
    alice, bob = crowd(2)
    for _round in range(rounds):
        empty_lobby()
        room = open_bruno(alice)
        sit = partial(service.sit, code=room.code, user=bob, seat=2)
        join = partial(tickets.joined, bob, "bruno", None)
        assert at_once([sit, join]).total() == 2
        assert room.seats.filter(user=bob).exists()
        assert not Ticket.objects.exists()


@rounds(3)
def test_whoever_sits_down_while_being_matched_sits_at_one_table_only(rounds: int) -> None:
    alice, *four = crowd(5)
    for _round in range(rounds):
        empty_lobby()
        room = open_bruno(alice)
        Ticket.objects.bulk_create(Ticket(user=user, kind="bruno") for user in four)
        sit = partial(service.sit, code=room.code, user=four[0], seat=2)
        assert at_once([sit, partial(matches.run, timezone.now())]) == Counter(made=2)
        matches.run(timezone.now())
        assert [seat.room for seat in RoomSeat.objects.filter(user=four[0])] == [room]
        assert set(Ticket.objects.filter(room=None)) == set(Ticket.objects.all())
        assert {ticket.user for ticket in Ticket.objects.all()} == set(four[1:])


@rounds(3)
def test_whoever_cancels_while_being_matched_holds_no_seat_up(rounds: int) -> None:
    four = crowd(4)
    for _round in range(rounds):
        empty_lobby()
        Ticket.objects.bulk_create(Ticket(user=user, kind="bruno") for user in four)
        leave = partial(tickets.leave, user=four[0])
        assert at_once([leave, partial(matches.run, timezone.now())]) == Counter(made=2)
        matches.run(timezone.now())
        assert set(Ticket.objects.filter(room=None)) == set(Ticket.objects.all())
        assert {ticket.user for ticket in Ticket.objects.all()} == set(four[1:])


@rounds(3)
def test_of_two_who_follow_one_invitation_one_is_the_friend(rounds: int) -> None:
    alice, bob, carol = crowd(3)
    for _round in range(rounds):
        empty_lobby()
        party = Party.objects.create(host=alice, kind="bruno")
        acts = [partial(parties.accept, user=user, code=party.code) for user in (bob, carol)]
        assert at_once(acts) == Counter(made=1, Refused=1)


@rounds(3)
def test_of_the_friend_who_comes_back_and_another_one_waits(rounds: int) -> None:
    alice, bob, carol = crowd(3)
    for _round in range(rounds):
        empty_lobby()
        party = Party.objects.create(host=alice, kind="bruno", friend=bob)
        acts = [partial(parties.accept, user=user, code=party.code) for user in (bob, carol)]
        assert at_once(acts) == Counter(made=1, Refused=1)
        assert party.tickets.count() == 1
