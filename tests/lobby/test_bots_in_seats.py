"""Bots in the seats of a table that waits: put there, sent away, and played with."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.bots import offered
from games.models import Game
from lobby import service
from lobby.models import Room, RoomSeat
from tests.kit.factories import open_bruno, seated

pytestmark = pytest.mark.django_db

LEVELS = ("easy", "medium", "hard")


@pytest.fixture
def alice(client: Client, four: list[User]) -> User:
    client.force_login(four[0])
    return four[0]


def seats(room: Room) -> dict[int, str]:
    return {seat.seat: seat.bot or seat.name for seat in RoomSeat.objects.filter(room=room)}


def asks_for(client: Client, room: Room, seat: object, level: str = "easy") -> str:
    form = {"add_bot": seat, "level": level}
    return client.post(f"/t/{room.code}/act/", form, follow=True).content.decode()


def sends_away(client: Client, room: Room, seat: object) -> str:
    return client.post(f"/t/{room.code}/act/", {"remove": seat}, follow=True).content.decode()


def test_these_are_the_levels_to_choose_from(client: Client, alice: User, room: Room) -> None:
    page = client.get(room.get_absolute_url()).content.decode()
    offers = re.findall(r'<option value="(\w+)"(?: selected)?>(\w+)</option>', page)
    assert offers == [(bot.level, str(bot.title)) for bot in offered("bruno")]
    assert {level for level, _title in offers} >= {*LEVELS, "expert"}


@pytest.mark.parametrize("level", LEVELS)
def test_the_bot_that_was_asked_for_plays_the_game(
    client: Client, alice: User, room: Room, level: str
) -> None:
    others = [other for other in LEVELS if other != level]
    for seat, chosen in enumerate([level, *others], 1):
        asks_for(client, room, seat, chosen)
    client.post(f"/t/{room.code}/act/", {"ready": "1"})
    players = Game.objects.get().players.order_by("seat")
    assert [player.bot for player in players] == ["", level, *others]
    assert [player.user for player in players] == [alice, None, None, None]


@pytest.mark.parametrize("level", LEVELS)
def test_play_now_seats_bots_of_the_level_that_was_chosen(
    client: Client, alice: User, level: str
) -> None:
    room = client.post("/play-now/", {"kind": "bruno", "level": level})["Location"]
    assert not Game.objects.exists()
    client.post(f"{room}act/", {"ready": "1"})
    players = Game.objects.get().players.order_by("seat")
    assert [player.bot for player in players] == ["", level, level, level]


def test_a_bot_sent_away_leaves_a_free_seat(
    client: Client, alice: User, room: Room, four: list[User]
) -> None:
    asks_for(client, room, 1, "hard")
    asks_for(client, room, 2, "medium")
    sends_away(client, room, 1)
    assert seats(room) == {0: "alice", 2: "medium"}
    service.sit(code=room.code, user=four[1], seat=1)
    assert seats(room) == {0: "alice", 1: "bob", 2: "medium"}


def test_nobody_is_sent_away_who_is_not_there_or_is_the_host(
    client: Client, alice: User, room: Room, four: list[User]
) -> None:
    seated(room, *four[:2])
    for seat in ("0", "2", "9", "x"):
        assert "Nobody sits there" in sends_away(client, room, seat)
    assert seats(room) == {0: "alice", 1: "bob"}


def test_a_person_does_not_take_the_seat_of_a_bot(
    client: Client, alice: User, room: Room, four: list[User]
) -> None:
    asks_for(client, room, 1)
    client.force_login(four[1])
    page = client.post(f"/t/{room.code}/act/", {"sit": 1}, follow=True).content.decode()
    assert "this seat is taken" in page
    assert seats(room) == {0: "alice", 1: "easy"}


@pytest.mark.parametrize("level", ["", "Hard", "random", "greedy", "brilliant", "x" * 900])
def test_a_level_that_nobody_offers_is_refused_in_a_sentence(
    client: Client, alice: User, room: Room, level: str
) -> None:
    assert "There is no such bot." in asks_for(client, room, 1, level)
    assert seats(room) == {0: "alice"}
    page = client.post("/play-now/", {"kind": "bruno", "level": level}, follow=True)
    assert "There is no such bot." in page.content.decode()
    assert Room.objects.count() == 1 and not Game.objects.exists()


@pytest.mark.parametrize("seat", ["", "4", "-1", "x", "1.0", "²", "9" * 5000])
def test_a_bot_gets_no_seat_that_is_not_there(
    client: Client, alice: User, room: Room, seat: str
) -> None:
    assert "There is no such seat at this table." in asks_for(client, room, seat)
    assert seats(room) == {0: "alice"}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_bot_gets_no_seat_that_is_taken(
    client: Client, alice: User, four: list[User], seat: int
) -> None:
    room = seated(open_bruno(alice), *four[:2])
    asks_for(client, room, 2, "hard")
    assert "this seat is taken" in asks_for(client, room, seat)
    assert seats(room) == {0: "alice", 1: "bob", 2: "hard"}


def test_a_stranger_neither_seats_bots_nor_sends_them_away(
    client: Client, alice: User, room: Room, zoe: User
) -> None:
    asks_for(client, room, 1)
    client.force_login(zoe)
    for page in (asks_for(client, room, 2), sends_away(client, room, 1)):
        assert "Only alice, whose table this is, can do that." in page
    assert seats(room) == {0: "alice", 1: "easy"}


def test_once_the_game_has_begun_bots_neither_come_nor_go(
    client: Client, alice: User, room: Room
) -> None:
    for seat in (1, 2, 3):
        asks_for(client, room, seat)
    client.post(f"/t/{room.code}/act/", {"ready": "1"})
    for page in (asks_for(client, room, 1), sends_away(client, room, 1)):
        assert "The game at this table has begun." in page
    assert seats(room) == {0: "alice", 1: "easy", 2: "easy", 3: "easy"}
    assert Game.objects.get().players.filter(bot="easy").count() == 3
