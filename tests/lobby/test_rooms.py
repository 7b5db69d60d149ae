from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.log import door
from games.models import Game, Player
from games.rules import rules_of
from games.rules.fair import commitment
from games.rules.game import BadConfig, Refused
from lobby import service
from lobby.models import Room, RoomSeat
from lobby.scene import scene
from lobby.service.opening import MOST_OPEN, OPENED
from tests.kit.factories import (
    all_ready,
    finish,
    nonce_of,
    open_bruno,
    ready_and_open,
    ready_with_seal,
    seated,
)

pytestmark = pytest.mark.django_db


def seats(room: Room) -> list[tuple[int, str]]:
    return [(seat.seat, seat.name) for seat in room.seats.all()]


def test_a_new_table_has_a_link_a_sealed_deal_and_every_option_spelled_out(
    four: list[User],
) -> None:
    room = open_bruno(four[0], next_leads=True)
    assert len(room.code) == 9 and room.code[4] == "-"
    assert len(room.seal.server_seed) == 32
    assert room.config == {
        "face_up_together": False,
        "keep_function_cards": False,
        "next_leads": True,
        "first_seat": None,
    }
    assert open_bruno(four[0]).code != room.code


def test_whoever_opens_a_table_sits_in_its_first_seat_and_is_its_host(four: list[User]) -> None:
    room = service.open_room(user=four[0], kind="uno", size=3, config={})
    assert (seats(room), room.host, room.pace) == ([(0, "alice")], four[0], "relaxed")


def test_a_table_whose_last_person_stands_up_is_closed(room: Room, four: list[User]) -> None:
    service.fill(code=room.code, user=four[0], level="easy")
    service.stand(code=room.code, user=four[0])
    assert not Room.objects.exists()


def test_tables_that_were_left_stand_in_nobody_s_way(four: list[User]) -> None:
    for _ in range(MOST_OPEN):
        service.stand(code=open_bruno(four[0]).code, user=four[0])
    open_bruno(four[0])


def test_who_changes_seats_alone_keeps_the_table(room: Room, four: list[User]) -> None:
    service.sit(code=room.code, user=four[0], seat=2)
    assert (seats(room), Room.objects.get().host) == ([(2, "alice")], four[0])


def test_a_table_whose_host_has_no_seat_goes_to_who_sits_down(room: Room, four: list[User]) -> None:
    seated(room, four[0], kept_until=timezone.now() - timedelta(seconds=1))
    service.sit(code=room.code, user=four[1], seat=1)
    assert Room.objects.get().host == four[1]
    service.sit(code=room.code, user=four[2], seat=0)
    assert Room.objects.get().host == four[1]


def test_nobody_has_more_than_so_many_tables_waiting(four: list[User]) -> None:
    for _ in range(MOST_OPEN):
        open_bruno(four[0])
    with pytest.raises(Refused, match="tables waiting already. Close one of them first."):
        open_bruno(four[0])
    with pytest.raises(Refused, match="tables waiting already"):
        service.play_now(user=four[0], kind="bruno", level="easy")
    assert Room.objects.count() == MOST_OPEN
    open_bruno(four[1])


def test_nobody_opens_tables_without_end(four: list[User]) -> None:
    for _ in range(OPENED.most):
        service.play_now(user=four[0], kind="bruno", level="easy").delete()
    with pytest.raises(Refused, match="Wait a few minutes"):
        service.play_now(user=four[0], kind="bruno", level="easy")
    with pytest.raises(Refused, match="Wait a few minutes"):
        open_bruno(four[0])
    open_bruno(four[1])


def test_a_game_nobody_could_play_is_not_opened(four: list[User]) -> None:
    with pytest.raises(Refused, match="no such game"):
        service.open_room(user=four[0], kind="whist", size=4, config={})
    with pytest.raises(BadConfig):
        service.open_room(user=four[0], kind="bruno", size=5, config={})
    with pytest.raises(BadConfig):
        service.open_room(user=four[0], kind="bruno", size=4, config={"jokers": True})
    assert not Room.objects.exists()


def test_the_seal_is_shown_to_whoever_may_sit_down(room: Room, four: list[User]) -> None:
    shown = scene(room, four[1], timezone.now())
    assert shown.seal.replace(" ", "") == commitment(bytes(room.seal.server_seed))


def test_whoever_sits_already_changes_seat_and_is_ready_no_longer(
    room: Room, four: list[User]
) -> None:
    ready_with_seal(room, four[0])
    service.sit(code=room.code, user=four[0], seat=3)
    assert seats(room) == [(3, "alice")]
    assert (room.seats.get().is_ready, room.seats.get().nonce_seal) == (False, "")


def test_a_taken_seat_stays_with_whoever_has_it(room: Room, four: list[User]) -> None:
    seated(room, four[0])
    with pytest.raises(Refused, match="this seat is taken"):
        service.sit(code=room.code, user=four[1], seat=0)
    assert seats(room) == [(0, "alice")]


def test_standing_up_frees_the_seat_and_standing_twice_does_nothing(
    room: Room, four: list[User]
) -> None:
    seated(room, *four[:2])
    service.stand(code=room.code, user=four[0])
    service.stand(code=room.code, user=four[0])
    assert seats(room) == [(1, "bob")]


def test_a_game_begins_when_the_last_is_ready_with_everyone_s_seat_and_share(
    room: Room, four: list[User]
) -> None:
    for seat, user in enumerate(four):
        service.sit(code=room.code, user=user, seat=seat)
    for user in four:
        assert room.game is None
        room = ready_and_open(room, user)
    players = Player.objects.order_by("seat").values_list("user__username", flat=True)
    assert list(players) == ["alice", "bob", "carol", "dave"]
    game = room.game
    assert game is not None and game.seal.nonces == [nonce_of(user) for user in four]
    assert bytes(game.seal.server_seed) == bytes(room.seal.server_seed)
    assert (game.config, game.pace) == (room.config, room.pace)


def test_whoever_is_ready_once_more_is_led_to_the_same_game(room: Room, four: list[User]) -> None:
    game = all_ready(seated(room, *four))
    assert service.ready(code=room.code, user=four[1]).game == game
    assert Game.objects.count() == 1


def test_no_game_begins_with_a_seat_free_or_somebody_not_ready(
    room: Room, four: list[User]
) -> None:
    seated(room, *four[:3], is_ready=True)
    assert service.ready(code=room.code, user=four[0]).game is None
    service.sit(code=room.code, user=four[3], seat=3)
    service.unready(code=room.code, user=four[1])
    assert service.ready(code=room.code, user=four[3]).game is None
    assert service.ready(code=room.code, user=four[1]).game is not None


def test_only_those_who_sit_can_be_ready(room: Room, four: list[User], zoe: User) -> None:
    seated(room, *four, is_ready=True)
    with pytest.raises(Refused, match="Only those who sit"):
        service.ready(code=room.code, user=zoe)
    assert not Game.objects.exists()


def test_a_share_that_is_none_makes_nobody_ready(room: Room, four: list[User]) -> None:
    with pytest.raises(Refused, match="malformed"):
        service.ready(code=room.code, user=four[0], nonce_seal="x")
    assert not room.seats.get().is_ready


def test_once_begun_nobody_sits_down_or_stands_up(room: Room, four: list[User], zoe: User) -> None:
    all_ready(seated(room, *four))
    with pytest.raises(Refused, match="has begun"):
        service.sit(code=room.code, user=zoe, seat=0)
    with pytest.raises(Refused, match="has begun"):
        service.stand(code=room.code, user=four[0])
    assert room.seats.count() == 4


@pytest.mark.parametrize(
    ("is_listed", "is_watchable", "may_watch"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_only_a_listed_table_that_is_open_to_watchers_can_be_watched(
    four: list[User], is_listed: bool, is_watchable: bool, may_watch: bool
) -> None:
    room = open_bruno(four[0])
    Room.objects.update(is_listed=is_listed, is_watchable=is_watchable)
    assert all_ready(seated(room, *four)).is_watchable is may_watch


def test_a_game_is_rated_if_the_table_is_and_no_guest_sits_there(four: list[User]) -> None:
    for is_guest in (False, True):
        room = open_bruno(four[0])
        Room.objects.update(is_rated=True)
        User.objects.filter(pk=four[3].pk).update(is_guest=is_guest)
        assert all_ready(seated(room, *four)).is_rated is not is_guest


def test_a_table_that_is_completed_by_a_bot_starts(room: Room, four: list[User]) -> None:
    for seat, user in enumerate(four[:3]):
        service.sit(code=room.code, user=user, seat=seat)
        ready_with_seal(room, user)
    service.add_bot(code=room.code, user=four[0], seat=3, level="easy")
    assert Room.objects.get(pk=room.pk).opening_since is not None
    for user in four[:3]:
        room = service.open_share(code=room.code, user=user, nonce=nonce_of(user))
    assert room.game is not None


def test_a_host_who_is_ready_and_fills_the_table_with_bots_starts_it(
    room: Room, four: list[User]
) -> None:
    service.ready(code=room.code, user=four[0])
    service.fill(code=room.code, user=four[0], level="easy")
    assert Room.objects.get(pk=room.pk).game is not None


def uno_for_two(*players: User | str) -> Game:
    return door.start(
        kind="uno",
        config=rules_of("uno").META.configure({}),
        players=players,
        server_seed=bytes(32),
        nonces=["", ""],
    )


def test_a_rematch_whose_missing_friend_is_replaced_by_a_bot_starts(four: list[User]) -> None:
    alice, bob, *_others = four
    old = uno_for_two(alice, bob)
    finish(old, 0)
    room = service.play_again(user=alice, code=old.code)
    service.ready(code=room.code, user=alice)
    RoomSeat.objects.filter(user=bob).update(kept_until=timezone.now() - timedelta(seconds=1))
    service.add_bot(code=room.code, user=alice, seat=1, level="easy")
    assert Room.objects.get(pk=room.pk).game is not None


def test_a_step_that_would_start_what_may_not_start_is_refused_and_changes_nothing(
    room: Room, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BOT_GAMES_A_PERSON", 1)
    uno_for_two(four[0], "easy")
    service.ready(code=room.code, user=four[0])
    with pytest.raises(Refused, match="games with bots running"):
        service.fill(code=room.code, user=four[0], level="easy")
    assert seats(room) == [(0, "alice")]
