"""A page that polls is as much there as one with a socket, and one without a script asks again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.models import Player
from lobby.models import Room, RoomSeat, Ticket, Visit
from lobby.queue import tickets
from lobby.talk.models import Line
from tests.kit.at_table import AtTable
from tests.kit.factories import open_bruno, seated

pytestmark = pytest.mark.django_db

REFRESH = '<noscript><meta http-equiv="refresh"'


def is_renewed(client: Client, address: str, leases: Any) -> bool:
    """By asking there, of somebody who was seen last some time ago."""
    leases.update(seen_at=timezone.now() - timedelta(seconds=25))
    assert client.get(address).status_code in (200, 204)
    return bool(leases.get().seen_at > timezone.now() - timedelta(seconds=10))


def test_whoever_polls_a_table_keeps_the_seat(client: Client) -> None:
    table = AtTable()
    client.force_login(table.users[1])
    mine = Player.objects.filter(user=table.users[1])
    assert is_renewed(client, f"/games/{table.code}/poll/", mine)


def test_whoever_polls_a_room_is_there(client: Client, room: Room, four: list[User]) -> None:
    seated(room, *four)
    client.force_login(four[1])
    assert is_renewed(client, f"/t/{room.code}/poll/", RoomSeat.objects.filter(user=four[1]))


def test_whoever_polls_the_queue_waits_on(client: Client, zoe: User) -> None:
    tickets.join(user=zoe, kind="uno")
    client.force_login(zoe)
    assert is_renewed(client, "/match/poll/", Ticket.objects.filter(user=zoe))


def test_whoever_polls_the_lobby_is_here(client: Client, zoe: User) -> None:
    Visit.objects.create(user=zoe, seen_at=timezone.now())
    client.force_login(zoe)
    assert is_renewed(client, "/poll/", Visit.objects.filter(user=zoe))


def test_a_table_without_a_script_is_loaded_again_until_it_is_my_turn(client: Client) -> None:
    table = AtTable()
    for seat, user in enumerate(table.users):
        client.force_login(user)
        page = client.get(f"/games/{table.code}/").content.decode()
        assert (REFRESH in page) is (seat != table.turn)


def test_a_room_and_the_queue_are_loaded_again(client: Client, room: Room, zoe: User) -> None:
    client.force_login(zoe)
    assert REFRESH in client.get(room.get_absolute_url()).content.decode()
    tickets.join(user=zoe, kind="uno")
    assert REFRESH in client.get("/match/").content.decode()


def addresses_of(table: AtTable, room: Room) -> list[str]:
    """Of all that a page asks when it has no socket."""
    at_table = [f"/games/{table.code}/{what}/" for what in ("play", "poll")]
    in_room = [f"/t/{room.code}/{what}/" for what in ("act", "poll")]
    beside = ["/games/announced/", "/notices/", "/notices/poll/", f"/talk/{table.code}/"]
    lesson = ["/learn/bruno/press/", "/learn/bruno/poll/"]
    return [*at_table, *in_room, *beside, f"/talk/{table.code}/poll/", *lesson, "/poll/"]


def test_who_asks_or_presses_too_fast_is_told_so_and_nothing_changes(
    client: Client, settings: Settings
) -> None:
    table = AtTable()
    room, zoe = open_bruno(table.users[0]), table.users[table.turn]
    client.force_login(zoe)
    settings.MESSAGES_AT_ONCE = 0
    seq = table.seq
    for address in addresses_of(table, room):
        is_asked = address.endswith(("/poll/", "/announced/"))
        form = {"seq": seq, "action": table.some_action(), "phrase": "0"}
        answer = client.get(address) if is_asked else client.post(address, form)
        assert (answer.status_code, answer["Retry-After"]) == (429, "1"), address
        assert "That was too fast. Wait a moment." in answer.content.decode(), address
    assert table.seq == seq and not Line.objects.exists()
