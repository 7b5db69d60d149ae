"""Nobody who is gone holds up those who are there, and what nobody wants any more is closed."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.time import pulse
from lobby import service
from lobby.models import Room, RoomSeat, Ticket
from tests.kit.factories import all_ready, open_bruno, seated

pytestmark = pytest.mark.django_db

NOW = timezone.now()
GONE, THERE = NOW - timedelta(seconds=61), NOW - timedelta(seconds=10)


def later(**passed: int) -> datetime:
    return NOW + timedelta(**passed)


def now(room: Room) -> Room:
    return Room.objects.get(pk=room.pk)


@pytest.fixture
def three(room: Room, four: list[User]) -> Room:
    """alice, the host, bob and carol sit there and are ready."""
    Room.objects.update(changed_at=NOW)
    return seated(room, *four[:3], is_ready=True, seen_at=THERE)


def test_where_everybody_is_there_nothing_is_done(three: Room) -> None:
    assert service.tidy(NOW) == 0
    assert now(three).version == 0


def test_whoever_is_gone_is_not_ready(three: Room) -> None:
    three.seats.filter(seat=1).update(seen_at=GONE)
    assert service.tidy(NOW) == 1
    assert [seat.is_ready for seat in three.seats.all()] == [True, False, True]
    assert (now(three).version, service.tidy(NOW)) == (1, 0)


def test_nobody_is_gone_who_could_not_come(three: Room) -> None:
    three.seats.filter(seat=1).update(seen_at=GONE)
    pulse.beat(NOW - timedelta(seconds=4))
    assert service.tidy(NOW) == 0


def test_nor_loses_a_kept_seat_to_whoever_is_back_first(three: Room, four: list[User]) -> None:
    RoomSeat.objects.create(room=three, seat=3, user=four[3], kept_until=GONE)
    pulse.beat(timezone.now() - timedelta(seconds=10))
    pulse.beat(timezone.now())
    service.unready(code=three.code, user=four[1])
    assert three.seats.filter(user=four[3]).exists()


def test_a_host_who_is_gone_hands_over_to_somebody_who_is_there(three: Room) -> None:
    three.seats.filter(seat__lt=2).update(seen_at=GONE)
    service.tidy(NOW)
    assert now(three).host.username == "carol"


def test_where_everybody_is_gone_the_host_remains(three: Room) -> None:
    three.seats.update(seen_at=GONE, is_ready=False)
    assert service.tidy(NOW) == 0
    assert now(three).host.username == "alice"


def test_a_seat_is_kept_until_its_time_is_over(three: Room, four: list[User]) -> None:
    RoomSeat.objects.create(room=three, seat=3, user=four[3], kept_until=THERE)
    service.tidy(THERE - timedelta(seconds=1))
    assert three.seats.count() == 4
    service.tidy(NOW)
    assert three.seats.count() == 3


def test_a_table_for_which_nobody_has_come_is_closed(three: Room, four: list[User]) -> None:
    seated(three, four[0], kept_until=THERE)
    RoomSeat.objects.create(room=three, seat=1, bot="easy")
    service.tidy(NOW)
    assert not Room.objects.filter(pk=three.pk).exists()


def test_a_host_who_has_not_come_hands_over_to_somebody_who_is_there(three: Room) -> None:
    three.seats.filter(seat=0).update(kept_until=THERE, seen_at=None, is_ready=False)
    service.tidy(NOW)
    assert now(three).host.username == "bob"
    assert service.tidy(NOW) == 0


def test_tables_that_the_queue_has_found_are_the_queue_s(three: Room, four: list[User]) -> None:
    Ticket.objects.create(user=four[3], kind="bruno", room=three)
    three.seats.all().delete()
    service.tidy(NOW)
    assert Room.objects.filter(pk=three.pk).exists()


def test_a_quiet_table_is_warned_and_then_closed(three: Room) -> None:
    for minutes, is_warned in ((19, False), (21, True), (22, True)):
        three.seats.update(seen_at=later(minutes=minutes))
        service.tidy(later(minutes=minutes))
        assert (now(three).closes_at is not None) is is_warned
    service.tidy(later(minutes=24))
    assert not Room.objects.filter(pk=three.pk).exists()


def test_a_table_at_which_nobody_is_any_more_is_closed_sooner(three: Room) -> None:
    service.tidy(later(minutes=6))
    assert now(three).closes_at is not None
    service.tidy(later(minutes=9))
    assert not Room.objects.filter(pk=three.pk).exists()


def test_whatever_happens_at_a_table_keeps_it_open(three: Room, four: list[User]) -> None:
    service.tidy(later(minutes=6))
    service.keep_open(code=three.code, user=four[1])
    assert now(three).closes_at is None


def test_a_table_that_has_begun_is_left_alone(four: list[User]) -> None:
    room = open_bruno(four[0])
    all_ready(seated(room, *four))
    assert service.tidy(later(days=3)) == 0
    assert Room.objects.filter(pk=room.pk).exists()
