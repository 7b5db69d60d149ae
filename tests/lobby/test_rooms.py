from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Player
from games.rules.fair import commitment
from games.rules.game import BadConfig, Refused
from lobby import queries, service
from lobby.models import Room
from tests.kit.factories import open_bruno, seated

pytestmark = pytest.mark.django_db

NONCES = ["aa" * 16, "bb" * 16, "", "cc" * 16]


def seats(room: Room) -> list[tuple[int, str]]:
    return [(seat.seat, seat.name) for seat in room.seats.all()]


def test_a_new_table_has_a_link_a_sealed_deal_and_every_option_spelled_out(
    four: list[User],
) -> None:
    room = open_bruno(four[0], next_leads=True)
    assert len(room.code) == 9 and room.code[4] == "-"
    assert len(room.server_seed) == 32
    assert room.config == {
        "face_up_together": False,
        "keep_function_cards": False,
        "next_leads": True,
        "first_seat": None,
    }
    assert open_bruno(four[0]).code != room.code


def test_whoever_opens_a_table_sits_in_its_first_seat_with_their_share_of_the_shuffle(
    four: list[User],
) -> None:
    room = service.open_room(user=four[0], kind="uno", size=3, config={}, nonce=NONCES[0])
    assert seats(room) == [(0, "alice")]
    assert room.seats.get().nonce == NONCES[0]


def test_whoever_opens_a_table_may_leave_it_to_the_others(room: Room, four: list[User]) -> None:
    service.stand(code=room.code, user=four[0])
    service.sit(code=room.code, user=four[1], seat=0, nonce="")
    assert seats(room) == [(0, "bob")]
    assert list(queries.rooms_of(four[0])) == [room]


def test_a_table_is_not_opened_with_a_share_that_is_none(four: list[User]) -> None:
    with pytest.raises(Refused, match="malformed"):
        service.open_room(user=four[0], kind="bruno", size=4, config={}, nonce="x")
    assert not Room.objects.exists()


def test_a_game_nobody_could_play_is_not_opened(four: list[User]) -> None:
    with pytest.raises(Refused, match="no such game"):
        service.open_room(user=four[0], kind="whist", size=4, config={})
    with pytest.raises(BadConfig):
        service.open_room(user=four[0], kind="bruno", size=5, config={})
    with pytest.raises(BadConfig):
        service.open_room(user=four[0], kind="bruno", size=4, config={"jokers": True})
    assert not Room.objects.exists()


def test_the_seal_is_shown_to_whoever_may_sit_down(room: Room, four: list[User]) -> None:
    page = queries.room_page(room, four[1])
    assert page.seal.replace(" ", "") == commitment(bytes(room.server_seed))


def test_whoever_sits_already_changes_seat(room: Room, four: list[User]) -> None:
    service.sit(code=room.code, user=four[0], seat=0, nonce=NONCES[0])
    service.sit(code=room.code, user=four[0], seat=3, nonce=NONCES[1])
    assert seats(room) == [(3, "alice")]
    assert room.seats.get().nonce == NONCES[1]


def test_a_taken_seat_stays_with_whoever_has_it(room: Room, four: list[User]) -> None:
    seated(room, four[0])
    with pytest.raises(Refused, match="this seat is taken"):
        service.sit(code=room.code, user=four[1], seat=0, nonce="")
    assert seats(room) == [(0, "alice")]


def test_standing_up_frees_the_seat_and_standing_twice_does_nothing(
    room: Room, four: list[User]
) -> None:
    seated(room, *four[:2])
    service.stand(code=room.code, user=four[0])
    service.stand(code=room.code, user=four[0])
    assert seats(room) == [(1, "bob")]


def test_a_game_begins_with_everyone_on_their_seat_and_with_their_nonce(
    room: Room, four: list[User]
) -> None:
    for seat, (user, nonce) in enumerate(zip(four, NONCES, strict=True)):
        service.sit(code=room.code, user=user, seat=seat, nonce=nonce)
    game = service.begin(code=room.code, user=four[2])
    assert list(Player.objects.order_by("seat").values_list("user__username", flat=True)) == [
        "alice",
        "bob",
        "carol",
        "dave",
    ]
    assert game.nonces == NONCES
    assert bytes(game.server_seed) == bytes(room.server_seed)
    assert game.config == room.config


def test_a_second_start_leads_to_the_same_game(room: Room, four: list[User]) -> None:
    seated(room, *four)
    first = service.begin(code=room.code, user=four[0])
    assert service.begin(code=room.code, user=four[1]) == first
    assert Game.objects.count() == 1


def test_no_game_begins_with_a_seat_free(room: Room, four: list[User]) -> None:
    seated(room, *four[:3])
    with pytest.raises(Refused, match="every seat"):
        service.begin(code=room.code, user=four[0])
    assert not Game.objects.exists()


def test_only_those_who_sit_can_start(room: Room, four: list[User], zoe: User) -> None:
    seated(room, *four)
    with pytest.raises(Refused, match="Only those who sit"):
        service.begin(code=room.code, user=zoe)
    assert not Game.objects.exists()


def test_once_begun_nobody_sits_down_or_stands_up(room: Room, four: list[User], zoe: User) -> None:
    seated(room, *four)
    service.begin(code=room.code, user=four[0])
    with pytest.raises(Refused, match="has begun"):
        service.sit(code=room.code, user=zoe, seat=0, nonce="")
    with pytest.raises(Refused, match="has begun"):
        service.stand(code=room.code, user=four[0])
    assert room.seats.count() == 4


def test_my_tables_are_those_i_opened_or_sit_at_until_they_begin(
    room: Room, four: list[User], zoe: User
) -> None:
    seated(room, *four)
    others = open_bruno(zoe)
    assert list(queries.rooms_of(four[0])) == [room]
    assert list(queries.rooms_of(four[1])) == [room]
    assert list(queries.rooms_of(zoe)) == [others]
    service.begin(code=room.code, user=four[0])
    assert not queries.rooms_of(four[1])


def test_only_old_rooms_that_never_began_are_closed(room: Room, four: list[User]) -> None:
    begun, fresh = seated(open_bruno(four[0]), *four), open_bruno(four[0])
    service.begin(code=begun.code, user=four[0])
    now = timezone.now()
    Room.objects.exclude(pk=fresh.pk).update(opened_at=now - timedelta(hours=25))
    assert service.close_old_rooms(opened_before=now - timedelta(hours=24)) == 1
    assert set(Room.objects.all()) == {begun, fresh}
