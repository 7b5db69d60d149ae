"""A shared link in the hands of somebody who has no account yet."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.rules import kinds
from lobby.models import Room
from tests.kit.factories import PASSWORD, UserFactory, all_ready, seated
from tests.kit.pages import without_token

pytestmark = pytest.mark.django_db


def invitation(client: Client, room: Room) -> str:
    return without_token(client.get(f"/t/{room.code}/").content.decode())


def next_of(page: str, path: str) -> str:
    """Where a link of this page leads afterwards, as the browser would send it."""
    found = re.search(rf'href="{path}(\?next=[^"]*)">', page.split("<main")[1])
    assert found
    return f"{path}{found[1]}"


def test_it_says_who_invites_to_which_game(client: Client, room: Room) -> None:
    assert "alice invites you to a table of Bruno" in invitation(client, room)


def test_it_tells_nothing_else_of_the_table(client: Client, room: Room, four: list[User]) -> None:
    before = invitation(client, room)
    seated(room, *four)
    assert invitation(client, room) == before


def test_whoever_signs_up_comes_to_the_table(client: Client, room: Room) -> None:
    sign_up = next_of(invitation(client, room), "/accounts/sign-up/")
    form = {"username": "zoe", "password1": PASSWORD, "password2": PASSWORD}
    page = client.post(sign_up, form, follow=True)
    assert page.redirect_chain == [(f"/t/{room.code}/", 302)]
    assert "Sit here" in page.content.decode()


def test_whoever_logs_in_comes_to_the_table(client: Client, room: Room) -> None:
    UserFactory.create(username="zoe")
    log_in = next_of(invitation(client, room), "/accounts/log-in/")
    page = client.post(log_in, {"username": "zoe", "password": PASSWORD}, follow=True)
    assert page.redirect_chain == [(f"/t/{room.code}/", 302)]


def test_whoever_comes_in_as_a_guest_may_sit_down(client: Client, room: Room) -> None:
    page = client.post("/accounts/guest/", {"next": f"/t/{room.code}/"}, follow=True)
    assert page.redirect_chain == [(f"/t/{room.code}/", 302)]
    assert User.objects.get(is_guest=True) == page.wsgi_request.user
    assert "Sit here" in page.content.decode()


def test_once_the_game_has_begun_nobody_is_invited(
    client: Client, room: Room, four: list[User]
) -> None:
    game = all_ready(seated(room, *four))
    assert client.get(f"/t/{room.code}/")["Location"] == game.get_absolute_url()


def test_an_old_link_to_a_private_table_is_like_a_wrong_one(
    client: Client, room: Room, four: list[User], zoe: User
) -> None:
    Room.objects.update(is_listed=False)
    all_ready(seated(room, *four))
    wrong = client.get("/t/abcd-efgh/")
    for user in (None, zoe):
        if user:
            client.force_login(user)
        old = client.get(f"/t/{room.code}/")
        assert (old.status_code, wrong.status_code) == (404, 404)
    client.force_login(four[3])
    assert client.get(f"/t/{room.code}/").status_code == 302


@pytest.mark.parametrize("kind", kinds())
def test_whoever_signs_up_for_a_game_comes_to_where_its_tables_are_opened(
    client: Client, kind: str
) -> None:
    front = client.get("/").content.decode()
    links = re.findall(r'href="(/accounts/sign-up/\?next=[^"]*)"', front)
    (sign_up,) = [link for link in links if link.endswith(f"/{kind}/")]
    form = {"username": "zoe", "password1": PASSWORD, "password2": PASSWORD}
    opened = client.post(sign_up, form)["Location"]
    assert opened == f"/tables/new/{kind}/"
    assert "Open this table" in client.get(opened).content.decode()
