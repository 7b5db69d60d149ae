from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from lobby.hearing import DEEDS
from lobby.models import Room, RoomSeat
from tests.kit.factories import open_bruno

pytestmark = pytest.mark.django_db

OPEN = {"rules": "standard"}
OWN = {"rules": "own"}


@pytest.fixture
def alice(client: Client, four: list[User]) -> User:
    client.force_login(four[0])
    return four[0]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (OPEN | {"rules": "cheating"}, "There is no such set of rules."),
        (OPEN | {"size": "5"}, "Bruno is for 4 players."),
        (OPEN | {"size": "x"}, "Bruno is for 4 players."),
        (OPEN | {"size": "9" * 5000}, "Bruno is for 4 players."),
        (OPEN | {"come": "everybody"}, "That cannot be chosen for a table."),
        (OPEN | {"watch": ""}, "That cannot be chosen for a table."),
        (OPEN | {"counts": "twice"}, "That cannot be chosen for a table."),
        (OWN | {"option-jokers": "on"}, "There is no option “jokers” in this game."),
        (OWN | {"option-next_leads": "maybe"}, "is either on or off."),
        (OWN | {"option-next_leads": "1"}, "is either on or off."),
        (OWN | {"option-first_seat": "4"}, "a number from 0 to 3"),
        (OWN | {"option-first_seat": "-1"}, "a number from 0 to 3"),
        (OWN | {"option-first_seat": "²"}, "a number from 0 to 3"),
        (OWN | {"option-" + "x" * 900: "on"}, "There is no option"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(
    client: Client, alice: User, form: dict[str, str], sentence: str
) -> None:
    response = client.post("/tables/new/bruno/", form, follow=True)
    assert response.status_code == 200
    assert sentence in response.content.decode()
    assert len(response.content) < 50_000
    assert not Room.objects.exists()


def test_each_option_can_be_chosen_by_itself(client: Client, alice: User) -> None:
    client.post(
        "/tables/new/bruno/", {"rules": "own", "option-next_leads": "on", "option-first_seat": "2"}
    )
    assert Room.objects.get().config == {
        "face_up_together": False,
        "keep_function_cards": False,
        "next_leads": True,
        "first_seat": 2,
    }


@pytest.mark.parametrize("seat", ["", "9", "4", "-1", "x", "1.0", "²", "9" * 5000])
def test_a_seat_that_is_not_there_is_refused_in_a_sentence(
    client: Client, alice: User, four: list[User], seat: str
) -> None:
    room = open_bruno(four[1])
    response = client.post(f"/t/{room.code}/act/", {"sit": seat}, follow=True)
    assert response.status_code == 200
    assert "There is no such seat at this table." in response.content.decode()
    assert not RoomSeat.objects.filter(user=alice).exists()


@pytest.mark.parametrize("seal", ["a", "g" * 64, "A" * 64, "a" * 65, "é" * 64, "a" * 50_000])
def test_a_malformed_seal_of_a_nonce_is_refused_in_a_sentence(
    client: Client, alice: User, room: Room, seal: str
) -> None:
    form = {"ready": "1", "nonce_seal": seal}
    response = client.post(f"/t/{room.code}/act/", form, follow=True)
    assert "part of the shuffle is malformed" in response.content.decode()
    assert not RoomSeat.objects.filter(is_ready=True).exists()


def test_a_seal_of_100_kilobytes_is_answered_and_stores_nothing(
    client: Client, alice: User, room: Room
) -> None:
    response = client.post(f"/t/{room.code}/act/", {"ready": "1", "nonce_seal": "a" * 100_000})
    assert response.status_code == 400
    assert "Nothing was changed." in response.content.decode()
    assert not RoomSeat.objects.filter(is_ready=True).exists()


@pytest.mark.parametrize("form", [{}, {"dance": "1"}, {"sit": "1", "stand": "1"}, {"seat": "1"}])
def test_a_button_that_no_room_has_changes_nothing(
    client: Client, alice: User, room: Room, form: dict[str, str]
) -> None:
    response = client.post(f"/t/{room.code}/act/", form, follow=True)
    assert "The table did not understand that." in response.content.decode()
    assert RoomSeat.objects.get().seat == 0


@pytest.mark.parametrize(
    "path",
    [
        "/t/abcd-efgh/",
        "/t/x/",
        "/t/ABCD-EFGH/",
        "/t/a'b/",
        "/rules/whist/",
        "/tables/new/whist/",
    ],
)
def test_a_link_to_nowhere_is_answered_in_a_sentence(
    client: Client, alice: User, path: str
) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert "There is nothing here" in response.content.decode()


@pytest.mark.parametrize("act", DEEDS)
def test_a_button_of_a_room_that_was_closed_leads_to_the_same_sentence(
    client: Client, alice: User, act: str
) -> None:
    response = client.post("/t/abcd-efgh/act/", {act: 0})
    assert response.status_code == 404
    assert "There is nothing here" in response.content.decode()
