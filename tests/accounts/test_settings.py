"""The settings of a person and what they change on the pages."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.forms import SettingsForm
from accounts.models import User
from accounts.views import login
from tests.kit.at_table import AtTable
from tests.kit.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(client: Client) -> User:
    alice = UserFactory.create(username="alice")
    client.force_login(alice)
    return alice


def test_settings_are_saved_and_shown_again(client: Client, alice: User) -> None:
    chosen = {"deck": "french", "shows_points": "on", "card_size": "small", "bot_pace": "slow"}
    answer = client.post("/accounts/settings/", chosen, follow=True)
    alice.refresh_from_db()
    assert (alice.deck, alice.shows_points, alice.shows_playable) == ("french", True, False)
    assert (alice.card_size, alice.bot_pace) == ("small", "slow")
    assert "Your settings are saved." in answer.content.decode()


def test_an_unknown_deck_is_refused_in_a_sentence(client: Client, alice: User) -> None:
    answer = client.post("/accounts/settings/", {"deck": "tarot"})
    alice.refresh_from_db()
    assert alice.deck == "italian"
    assert "tarot is not one of the available choices" in answer.content.decode()


WHOLE = {"deck": "french", "card_size": "normal", "bot_pace": "normal"}


def test_with_four_colours_no_two_suits_look_alike(client: Client, alice: User) -> None:
    others = [UserFactory.create(username=name) for name in ("bob", "carol", "dave")]
    table = AtTable(users=[alice, *others])
    client.post("/accounts/settings/", WHOLE | {"has_four_colours": "on"})
    for page in ("", "back/"):
        shown = client.get(f"/games/{table.code}/{page}").content.decode()
        coloured = re.findall(r"cards/(\w+)/\w+?[cd](?:\.\w+)?\.svg", shown)
        as_ever = re.findall(r"cards/(\w+)/\w+?[hs](?:\.\w+)?\.svg", shown)
        assert set(coloured) == {"four"} and set(as_ever) == {"french"}


def test_large_cards_are_asked_for_on_every_page(client: Client, alice: User) -> None:
    client.post("/accounts/settings/", WHOLE | {"card_size": "large"})
    assert 'data-cards="large"' in client.get("/rules/").content.decode()
    client.post("/accounts/settings/", WHOLE)
    assert "data-cards" not in client.get("/rules/").content.decode()


@pytest.mark.parametrize(
    ("form", "marked"),
    [
        ({"has_motion": "on"}, []),
        ({"has_motion": "on", "plays_at_once": "on"}, ['data-press="one"']),
        ({}, ['data-motion="none"']),
    ],
)
def test_every_page_follows_the_settings_of_its_reader(
    client: Client, alice: User, form: dict[str, str], marked: list[str]
) -> None:
    client.post("/accounts/settings/", WHOLE | form)
    page = client.get("/rules/").content.decode().split(">", 2)[1]
    assert [mark for mark in ('data-press="one"', 'data-motion="none"') if mark in page] == marked


def test_the_only_move_is_made_automatically_for_people_who_chose_that(alice: User) -> None:
    assert not alice.plays_only_move
    client = Client()
    client.force_login(alice)
    client.post("/accounts/settings/", WHOLE | {"plays_only_move": "on"})
    alice.refresh_from_db()
    assert alice.plays_only_move


def test_sounds_are_switched_in_the_settings_and_on_any_page(client: Client, alice: User) -> None:
    def has_loudspeaker(pressed: str) -> bool:
        button = client.get("/rules/").content.decode().split('id="calls"')[1].split(">")[0]
        return f'aria-pressed="{pressed}"' in button

    assert has_loudspeaker("false")
    client.post("/accounts/settings/", WHOLE | {"has_sounds": "on"})
    assert has_loudspeaker("true")
    client.post("/accounts/sounds/", {"sounds": "off"})
    assert has_loudspeaker("false")
    client.post("/accounts/sounds/", {"sounds": "on"})
    assert has_loudspeaker("true")


def test_visitors_who_are_not_logged_in_see_the_default_page(client: Client) -> None:
    page = client.get("/").content.decode().split(">", 2)[1]
    assert "data-press" not in page and "data-motion" not in page


def test_saving_settings_undoes_no_decision_made_meanwhile(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a suspension nor a new password: a thief of the session could save all day long."""
    tomorrow = timezone.now() + timedelta(days=1)

    class Slow(SettingsForm):
        def is_valid(self) -> bool:
            meanwhile = {"suspended_until": tomorrow, "password": "another", "email": "a@b.c"}
            User.objects.filter(pk=alice.pk).update(**meanwhile)
            return super().is_valid()

    monkeypatch.setattr(login, "SettingsForm", Slow)
    client.post("/accounts/settings/", WHOLE)
    alice.refresh_from_db()
    assert (alice.suspended_until, alice.password) == (tomorrow, "another")
    assert (alice.email, alice.deck) == ("a@b.c", "french")
