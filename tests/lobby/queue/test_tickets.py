"""Who waits, who waits no longer, and what the clock makes of it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.history.ratings import ratings_of
from games.models import Game, Player
from games.rules.game import Refused
from games.time import pulse
from lobby import service
from lobby.models import Party, Room, RoomSeat, Ticket
from lobby.notices.reads import calls_of
from lobby.queue import matches, parties, tickets
from tests.kit.factories import UserFactory, open_bruno

pytestmark = pytest.mark.django_db


def wait(*users: User, kind: str = "bruno", waited: float = 60) -> None:
    for user in users:
        tickets.join(user=user, kind=kind)
    since = timezone.now() - timedelta(seconds=waited)
    Ticket.objects.filter(user__in=users).update(since=since)


def seconds_later(seconds: float) -> datetime:
    return timezone.now() + timedelta(seconds=seconds)


def ready(room: Room, *users: User) -> None:
    for user in users:
        service.ready(code=room.code, user=user)


def test_four_who_wait_get_a_table_and_play_when_all_have_come(four: list[User]) -> None:
    wait(*four)
    assert matches.run(timezone.now()) == 1
    room = Room.objects.get()
    assert (room.pace, room.is_rated, room.is_listed) == ("relaxed", True, False)
    assert set(Ticket.objects.values_list("room", flat=True)) == {room.pk}
    ready(room, *four[:3])
    assert not Game.objects.exists()
    ready(room, four[3])
    assert Game.objects.get().is_rated
    assert not Ticket.objects.exists()


def test_whoever_looks_at_another_page_is_told_that_there_is_a_table(four: list[User]) -> None:
    wait(*four)
    matches.run(timezone.now())
    (call,) = calls_of(four[0].pk)
    assert str(call.sentence) == "Your table of Bruno is ready"
    assert call.address == Room.objects.get().get_absolute_url()


def test_a_crowd_is_seated_to_the_last_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "AT_ONCE", 1)
    wait(*(UserFactory.create() for _ in range(9)))
    assert matches.run(timezone.now()) == 2
    assert Ticket.objects.filter(room=None).count() == 1


def test_three_wait_on(four: list[User]) -> None:
    wait(*four[:3])
    assert matches.run(timezone.now()) == 0
    assert Ticket.objects.filter(room=None).count() == 3


def test_people_who_blocked_each_other_are_never_matched(four: list[User]) -> None:
    wait(*four)
    blocks.block(four[3], four[0])
    assert matches.run(timezone.now()) == 0
    wait(UserFactory.create())
    assert matches.run(timezone.now()) == 1
    assert RoomSeat.objects.filter(user__in=[four[0], four[3]]).count() == 1


def test_whoever_does_not_come_loses_the_seat_and_the_others_go_back_to_the_front(
    four: list[User],
) -> None:
    wait(*four)
    since = dict(Ticket.objects.values_list("user", "since"))
    matches.run(timezone.now())
    room = Room.objects.get()
    ready(room, *four[:3])
    matches.run(seconds_later(16))
    assert not Room.objects.exists()
    left = dict(Ticket.objects.filter(room=None).values_list("user", "since"))
    assert left == {user.pk: since[user.pk] for user in four[:3]}


def test_as_long_as_their_time_runs_nobody_loses_anything(four: list[User]) -> None:
    wait(*four)
    matches.run(timezone.now())
    matches.run(seconds_later(14))
    assert Room.objects.get().seats.count() == 4


def test_when_one_goes_elsewhere_the_others_look_again_at_once(four: list[User]) -> None:
    wait(*four)
    matches.run(timezone.now())
    tickets.leave(user=four[0])
    matches.run(seconds_later(1))
    assert not Room.objects.exists()
    assert Ticket.objects.filter(room=None).count() == 3


def test_a_ticket_outlives_its_page_by_a_lease_only(four: list[User]) -> None:
    wait(*four[:2])
    tickets.renew([four[0].pk], seconds_later(10))
    matches.run(seconds_later(tickets.LEASE.total_seconds() + 5))
    assert [ticket.user for ticket in Ticket.objects.all()] == [four[0]]


def test_nobody_loses_their_place_to_an_outage_of_ours(four: list[User]) -> None:
    wait(four[0])
    pulse.beat(timezone.now())
    back = seconds_later(tickets.LEASE.total_seconds() + 5)
    matches.run(back)
    pulse.beat(back)
    matches.run(back)
    assert Ticket.objects.exists()
    for seconds in range(0, 22, 2):
        pulse.beat(back + timedelta(seconds=seconds))
    matches.run(back + timedelta(seconds=21))
    assert not Ticket.objects.exists()


def test_one_person_has_one_ticket_and_the_newest_wish_counts(four: list[User]) -> None:
    wait(four[0])
    tickets.join(user=four[0], kind="uno")
    assert Ticket.objects.get().kind == "uno"


def test_pressing_again_does_not_put_anybody_at_the_end(four: list[User]) -> None:
    wait(four[0])
    before = Ticket.objects.get().since
    tickets.join(user=four[0], kind="bruno")
    assert Ticket.objects.get().since == before


def test_whoever_sits_down_or_opens_a_table_waits_no_longer(four: list[User]) -> None:
    room = open_bruno(four[0])
    wait(four[1], four[2])
    service.sit(code=room.code, user=four[1], seat=1)
    open_bruno(four[2])
    assert not Ticket.objects.exists()


def test_whoever_sits_at_a_table_that_waits_is_told_to_stand_up_first(four: list[User]) -> None:
    open_bruno(four[0])
    with pytest.raises(Refused, match="Stand up there first"):
        tickets.join(user=four[0], kind="bruno")


def test_there_are_only_tickets_for_games_there_are(four: list[User]) -> None:
    with pytest.raises(Refused, match="no such game"):
        tickets.join(user=four[0], kind="poker")


def test_tickets_are_limited(four: list[User]) -> None:
    with pytest.raises(Refused, match="too often"):
        for _ in range(tickets.TICKETS_A_MINUTE.most + 1):
            tickets.join(user=four[0], kind="bruno")


def test_bots_are_not_to_be_had_before_people_were_waited_for(four: list[User]) -> None:
    wait(four[0], waited=19)
    with pytest.raises(Refused, match="after 20 seconds"):
        tickets.take_bots(user=four[0])


def test_one_who_takes_bots_begins_with_them_at_once(four: list[User]) -> None:
    wait(four[0], waited=21)
    tickets.take_bots(user=four[0])
    assert matches.run(timezone.now()) == 1
    ready(Room.objects.get(), four[0])
    levels = Player.objects.exclude(user=four[0]).values_list("bot", flat=True)
    assert len(levels) == 3 and "easy" not in levels
    assert Game.objects.get().pace == "off"  # nobody waits for anybody


def test_a_guest_is_matched_but_the_game_is_not_rated(four: list[User]) -> None:
    User.objects.filter(pk=four[1].pk).update(is_guest=True)
    wait(*four)
    matches.run(timezone.now())
    ready(Room.objects.get(), *four)
    assert not Game.objects.get().is_rated


def test_friends_wait_for_each_other_and_land_in_one_team(four: list[User]) -> None:
    host = parties.together(user=four[0], kind="bruno")
    assert host.party is not None
    wait(*four[2:], UserFactory.create(), UserFactory.create(), waited=0)
    Ticket.objects.filter(user=four[2]).delete()
    assert matches.run(timezone.now()) == 0
    parties.accept(user=four[1], code=host.party.code)
    assert matches.run(timezone.now()) == 1
    seats = dict(RoomSeat.objects.values_list("user", "seat"))
    assert abs(seats[four[0].pk] - seats[four[1].pk]) == 2


def test_friends_have_waited_only_since_both_did(four: list[User]) -> None:
    """Whoever waited long for a friend does not have to take any table that comes first."""
    host = parties.together(user=four[0], kind="bruno")
    assert host.party is not None
    Ticket.objects.update(since=seconds_later(-60))
    friend = parties.accept(user=four[1], code=host.party.code)
    ratings = ratings_of("bruno", [four[0].pk, four[1].pk])
    (wish,) = matches._wishes(list(Ticket.objects.all()), ratings)
    assert wish.since == friend.since.timestamp()


def test_friends_play_uno_in_teams_and_strangers_alone(four: list[User]) -> None:
    host = parties.together(user=four[0], kind="uno")
    assert host.party is not None
    parties.accept(user=four[1], code=host.party.code)
    tickets.join(user=four[2], kind="uno")
    tickets.join(user=four[3], kind="uno")
    matches.run(timezone.now())
    assert Room.objects.get().config["teams"] is True
    wait(*(UserFactory.create() for _ in range(4)), kind="uno")
    matches.run(timezone.now())
    assert Room.objects.latest("pk").config["teams"] is False


def test_an_invitation_is_for_one_and_not_for_somebody_blocked(four: list[User], zoe: User) -> None:
    party = parties.together(user=four[0], kind="bruno").party
    assert party is not None
    blocks.block(zoe, four[0])
    sentence = "not for you any more"
    with pytest.raises(Refused, match=sentence):
        parties.accept(user=zoe, code=party.code)
    parties.accept(user=four[1], code=party.code)
    with pytest.raises(Refused, match=sentence):
        parties.accept(user=four[2], code=party.code)
    with pytest.raises(Party.DoesNotExist):
        parties.accept(user=four[2], code="nosuchparty")


def test_a_host_who_leaves_takes_the_invitation_back_and_a_friend_makes_room(
    four: list[User],
) -> None:
    party = parties.together(user=four[0], kind="bruno").party
    assert party is not None
    parties.accept(user=four[1], code=party.code)
    tickets.leave(user=four[1])
    parties.accept(user=four[2], code=party.code)
    tickets.leave(user=four[0])
    assert not Ticket.objects.exists()
    assert not Party.objects.exists()


def test_friends_who_have_fallen_out_are_not_put_at_one_table(four: list[User]) -> None:
    host = parties.together(user=four[0], kind="bruno")
    assert host.party is not None
    parties.accept(user=four[1], code=host.party.code)
    wait(*four[2:])
    blocks.block(four[1], four[0])
    assert matches.run(timezone.now()) == 0


def test_a_friend_alone_cannot_begin_with_bots(four: list[User]) -> None:
    parties.together(user=four[0], kind="bruno")
    Ticket.objects.update(since=seconds_later(-60))
    with pytest.raises(Refused, match="not here yet"):
        tickets.take_bots(user=four[0])
