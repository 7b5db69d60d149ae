"""No form of the site is heard faster than messages are."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import Settings

from tests.kit.factories import UserFactory
from tests.kit.garbage import routes

pytestmark = pytest.mark.django_db
PLACE = re.compile(r"<[^>]*>|\([^)]*\)")


@pytest.fixture(params=["somebody", "nobody"])
def client(request: pytest.FixtureRequest) -> Client:
    client = Client()
    if request.param == "somebody":
        client.force_login(UserFactory.create())
    return client


def test_whatever_is_posted_too_fast_is_refused_before_anything_is_done(
    client: Client, settings: Settings
) -> None:
    settings.MESSAGES_AT_ONCE = 0
    everywhere = {f"/{PLACE.sub('1', route)}" for route in routes()}
    assert len(everywhere) > 100
    for address in everywhere:
        answer = client.post(address, {"username": "alice"})
        assert (answer.status_code, answer["Retry-After"]) == (429, "1"), address
        assert "That was too fast. Wait a moment." in answer.content.decode(), address


def test_what_is_looked_at_costs_nothing(client: Client, settings: Settings) -> None:
    settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 1, 0
    assert 429 not in [client.get("/accounts/log-in/").status_code for _look in range(30)]
