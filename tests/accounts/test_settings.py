"""What a person likes to see at the table."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.kit.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(client: Client) -> User:
    alice = UserFactory.create(username="alice")
    client.force_login(alice)
    return alice


def test_settings_are_saved_and_shown_again(client: Client, alice: User) -> None:
    answer = client.post(
        "/accounts/settings/", {"deck": "italian", "shows_points": "on"}, follow=True
    )
    alice.refresh_from_db()
    assert (alice.deck, alice.shows_points, alice.shows_playable) == ("italian", True, False)
    assert "Your settings are saved." in answer.content.decode()


def test_a_deck_that_is_not_there_is_refused_in_a_sentence(client: Client, alice: User) -> None:
    answer = client.post("/accounts/settings/", {"deck": "tarot"})
    alice.refresh_from_db()
    assert alice.deck == "french"
    assert "tarot is not one of the available choices" in answer.content.decode()
