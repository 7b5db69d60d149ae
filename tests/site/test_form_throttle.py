"""Forms have the same rate limit as messages of live pages."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import Settings

from tests.kit.factories import UserFactory
from tests.kit.garbage import routes

pytestmark = pytest.mark.django_db
PLACEHOLDER = re.compile(r"<[^>]*>|\([^)]*\)")


@pytest.fixture(params=["somebody", "nobody"])
def client(request: pytest.FixtureRequest) -> Client:
    client = Client()
    if request.param == "somebody":
        client.force_login(UserFactory.create())
    return client


def test_forms_that_come_too_fast_are_refused_on_every_route(
    client: Client, settings: Settings
) -> None:
    settings.MESSAGES_AT_ONCE = 0
    addresses = {f"/{PLACEHOLDER.sub('1', route)}" for route in routes()}
    assert len(addresses) > 100
    for address in addresses:
        answer = client.post(address, {"username": "alice"})
        assert (answer.status_code, answer["Retry-After"]) == (429, "1"), address
        assert "That was too fast. Wait a moment." in answer.content.decode(), address


def test_pages_that_are_only_read_are_not_limited(client: Client, settings: Settings) -> None:
    settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 1, 0
    assert 429 not in [client.get("/accounts/log-in/").status_code for _look in range(30)]
