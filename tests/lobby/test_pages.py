from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.rules import kinds
from games.rules.fair import commitment
from lobby import service
from lobby.models import Room
from tests.kit.factories import open_bruno, seated
from tests.kit.markup import Page

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def begun(four: list[User]) -> Game:
    room = seated(open_bruno(four[0]), *four)
    return service.begin(code=room.code, user=four[0])


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
    assert f'value="http://testserver/t/{room.code}/"' in page
    assert "First edition" in page and "The next seat leads: on" in page
    assert commitment(bytes(room.server_seed))[:4] in page
    assert "Flame, partner of bob" in page and "Moon, for your partner" in page
    assert "Start the game" not in page


def test_the_server_seed_is_on_no_page(client: Client, room: Room, four: list[User]) -> None:
    client.force_login(four[0])
    for path in ("/", f"/t/{room.code}/"):
        assert room.server_seed.hex() not in client.get(path).content.decode()


def test_the_button_to_start_is_there_for_those_who_sit_at_a_full_table(
    client: Client, room: Room, four: list[User], zoe: User
) -> None:
    seated(room, *four)
    client.force_login(four[3])
    assert "Start the game" in client.get(f"/t/{room.code}/").content.decode()
    client.force_login(zoe)
    assert "Start the game" not in client.get(f"/t/{room.code}/").content.decode()


def test_a_room_that_asks_again_is_answered_only_when_the_seats_have_changed(
    client: Client, room: Room, four: list[User]
) -> None:
    client.force_login(four[0])
    part = client.get(f"/t/{room.code}/", headers=HTMX)
    seen = part.content.decode().split("?seen=")[1].split('"')[0]
    again = f"/t/{room.code}/?seen={seen}"
    assert client.get(again, headers=HTMX).status_code == 204
    service.sit(code=room.code, user=four[1], seat=2, nonce="")
    changed = client.get(again, headers=HTMX).content.decode()
    assert "bob" in changed and "<html" not in changed


def test_a_room_that_asks_again_is_led_on_when_it_has_begun_is_gone_or_nobody_is_logged_in(
    client: Client, room: Room, four: list[User]
) -> None:
    path = f"/t/{room.code}/"
    log_in = client.get(path, headers=HTMX)
    assert log_in["HX-Redirect"] == f"/accounts/log-in/?next={path}"
    client.force_login(four[0])
    seated(room, *four)
    game = service.begin(code=room.code, user=four[0])
    assert client.get(path, headers=HTMX)["HX-Redirect"] == game.get_absolute_url()
    Room.objects.all().delete()
    assert client.get(path, headers=HTMX)["HX-Refresh"] == "true"


def test_home_offers_the_game_of_the_house_first(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    offered = re.findall(r'<article [^>]*id="game-(\w+)"', client.get("/").content.decode())
    assert offered == ["bruno", *sorted(kinds().keys() - {"bruno"})]


def test_home_shows_the_tables_that_wait_for_me(
    client: Client, room: Room, four: list[User], zoe: User
) -> None:
    seated(room, *four[:3])
    client.force_login(four[1])
    page = client.get("/").content.decode()
    assert "alice’s table" in page and "3 of 4 seats taken" in page
    client.force_login(zoe)
    assert "alice’s table" not in client.get("/").content.decode()


def test_home_says_whose_turn_it_is_only_to_whom_it_concerns(
    client: Client, four: list[User]
) -> None:
    begun(four)
    waited_for = []
    for user in four:
        client.force_login(user)
        page = client.get("/").content.decode()
        assert "Running games" in page
        waited_for.append("Your turn" in page)
    assert sum(waited_for) == 1


def test_home_shows_how_past_games_ended(client: Client, four: list[User]) -> None:
    game = begun(four)
    Game.objects.filter(pk=game.pk).update(
        result={"winners": [0, 2], "scores": [1, 0, 1, 0]}, finished_at=timezone.now()
    )
    for user, outcome in zip(four, ["won", "lost", "won", "lost"], strict=True):
        client.force_login(user)
        page = client.get("/").content.decode()
        assert f">{outcome}</span>" in page
    assert "with bob against alice, carol" in page


def test_a_name_with_a_sign_of_html_is_shown_as_it_is(client: Client, four: list[User]) -> None:
    four[0].username = "<i>a</i>"
    four[0].save()
    client.force_login(four[0])
    assert "<i>a</i>" not in client.get("/").content.decode()


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
