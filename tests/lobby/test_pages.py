from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from accounts.models import User
from games.models import Game
from games.rules import kinds
from games.rules.fair import commitment
from lobby.models import Room
from tests.kit.factories import all_ready, open_bruno, seated
from tests.kit.markup import Page

pytestmark = pytest.mark.django_db


def begun(four: list[User]) -> Game:
    return all_ready(seated(open_bruno(four[0]), *four))


@pytest.mark.parametrize("who", ["anonymous", "member"])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/accounts/log-in/",
        "/accounts/sign-up/",
        "/rules/",
        "/rules/bruno/",
        "/nowhere/",
        "room",
        "roomrules/",
        "/tables/new/uno/",
        "/tables/new/briscalone/",
    ],
)
def test_every_page_is_sound(
    client: Client, room: Room, four: list[User], path: str, who: str
) -> None:
    begun(four)
    if who == "member":
        client.force_login(four[0])
    response = client.get(path.replace("room", f"/t/{room.code}/"), follow=True)
    assert Page(response.content.decode()).faults() == []


def test_the_pages_for_errors_are_sound() -> None:
    for name in ("400", "403", "403_csrf", "404", "405", "500"):
        assert Page(render_to_string(f"{name}.html")).faults() == []


def test_the_room_shows_the_seats_the_link_the_agreement_and_the_seal(
    client: Client, four: list[User]
) -> None:
    room = seated(open_bruno(four[0], next_leads=True), *four[:2])
    client.force_login(four[0])
    page = client.get(f"/t/{room.code}/").content.decode()
    assert f"readonly>http://testserver/t/{room.code}/</textarea>" in page
    assert "First edition" in page and "The next seat leads: on" in page
    assert commitment(bytes(room.seal.server_seed))[:4] in page
    assert "Flame, partner of bob" in page and "Moon, for your partner" in page
    assert "I am ready" in page


def test_the_server_seed_is_on_no_page(client: Client, room: Room, four: list[User]) -> None:
    client.force_login(four[0])
    for path in ("/", f"/t/{room.code}/"):
        assert room.seal.server_seed.hex() not in client.get(path).content.decode()


def test_home_offers_the_game_of_the_house_first(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    offered = re.findall(r'<article [^>]*id="game-(\w+)"', client.get("/").content.decode())
    assert offered == ["bruno", *sorted(kinds().keys() - {"bruno"})]


def test_a_name_with_a_sign_of_html_is_shown_as_it_is(client: Client, four: list[User]) -> None:
    four[0].username = "<i>a"  # names with a slash have no page of their own
    four[0].save()
    client.force_login(four[0])
    page = client.get("/").content.decode()
    assert "&lt;i&gt;a" in page and "<i>a" not in page


def test_the_admin_lists_rooms_and_shows_no_seed(
    client: Client, room: Room, four: list[User]
) -> None:
    User.objects.filter(pk=four[0].pk).update(is_staff=True, is_superuser=True)
    client.force_login(four[0])
    assert room.code in client.get("/admin/lobby/room/").content.decode()
    page = client.get(f"/admin/lobby/room/{room.pk}/change/")
    assert page.status_code == 200
    assert "seed" not in page.content.decode()
    assert client.post(f"/admin/lobby/room/{room.pk}/delete/", {"post": "yes"}).status_code == 403
