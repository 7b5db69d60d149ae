"""One press on the front page, without an account."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts import guests
from accounts.models import User
from games.models import Game
from games.rules import kinds
from lobby.models import Room
from tests.kit.factories import all_ready

pytestmark = pytest.mark.django_db


def pressed(client: Client, kind: str) -> dict[str, str]:
    """What the browser sends for the first button of this game."""
    front = client.get("/").content.decode()
    forms = re.findall(r'<form method="post" action="/play-as-guest/">(.*?)</form>', front)
    form = next(form for form in forms if f'value="{kind}"' in form)
    return dict(re.findall(r'name="(kind|level|nonce)" value="([^"]*)"', form))


@pytest.mark.parametrize("kind", kinds())
def test_one_press_deals_against_bots(client: Client, kind: str) -> None:
    page = client.post("/play-as-guest/", pressed(client, kind), follow=True)
    guest = User.objects.get()
    assert guest.is_guest
    assert page.wsgi_request.user == guest
    game = all_ready(Room.objects.get())
    assert game.kind == kind
    assert [player.user for player in game.players.all() if not player.bot] == [guest]


def test_the_front_page_offers_bruno_first_and_says_that_there_are_bots(client: Client) -> None:
    front = client.get("/").content.decode()
    assert "bots" in front
    first = front.split('action="/play-as-guest/"')[1].split("</form>")[0]
    assert 'value="bruno"' in first and "btn--act" in first


@pytest.mark.parametrize("kind", kinds())
def test_whoever_was_asked_nothing_meets_nobody_hard_and_is_told_so(
    client: Client, kind: str
) -> None:
    assert pressed(client, kind)["level"] in ("easy", "medium")
    assert "Strength of the bots: Medium." in client.get("/").content.decode()


def test_whoever_is_here_already_plays_as_themselves(client: Client) -> None:
    client.post("/play-as-guest/", pressed(client, "bruno"))
    client.post("/play-as-guest/", {"kind": "uno", "level": "medium"})
    assert User.objects.count() == 1
    assert Room.objects.count() == 2


def test_too_many_guests_get_a_sentence_and_no_game(client: Client) -> None:
    for _guest in range(guests.A_MINUTE.most):
        client.post("/accounts/guest/")
        client.logout()
    page = client.post("/play-as-guest/", {"kind": "bruno", "level": "medium"}, follow=True)
    assert "That was too often" in page.content.decode()
    assert not Room.objects.exists()


def test_the_games_of_a_guest_are_those_of_the_account(client: Client) -> None:
    client.post("/play-as-guest/", pressed(client, "bruno"))
    all_ready(Room.objects.get())
    password = "correct horse battery"
    form = {"username": "zoe", "password1": password, "password2": password}
    client.post("/accounts/sign-up/", form)
    player = Game.objects.get().players.get(bot="")
    assert player.name == "zoe"
