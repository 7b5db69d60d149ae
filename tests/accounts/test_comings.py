"""What the log says of who comes and goes: it is numbers that it says, never names."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from accounts import limits
from accounts.models import User
from tests.kit.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db

LOG_IN = "/accounts/log-in/"


@pytest.fixture
def alice() -> User:
    return UserFactory.create(username="alice", email="alice@example.org")


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Names nobody, whatever it is about."""
    with caplog.at_level(logging.INFO, "accounts.comings"):
        yield
    lowered = "\n".join(caplog.messages).lower()
    for told in ("alice", "example.org", "127.0.0.1", "zoe", PASSWORD.lower()):
        assert told not in lowered


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.name == "accounts.comings"]


@pytest.mark.usefixtures("said")
def test_who_comes_and_who_leaves(
    alice: User, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.post(LOG_IN, {"username": "alice", "password": PASSWORD})
    client.post("/accounts/log-out/")
    assert lines(caplog) == [f"Person {alice.pk} logged in", f"Person {alice.pk} logged out"]


@pytest.mark.usefixtures("said")
def test_who_is_refused(alice: User, client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.post(LOG_IN, {"username": "Alice", "password": "wrong"})
    client.post(LOG_IN, {"username": "zoe", "password": "wrong"})
    assert lines(caplog) == [
        f"Refused: a log-in of person {alice.pk}",
        "Refused: a log-in of nobody here",
    ]


@pytest.mark.usefixtures("said")
def test_who_tries_too_often(
    alice: User,
    client: Client,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "TRIES_AT_ONE", limits.TRIES_AT_ONE._replace(most=0))
    client.post(LOG_IN, {"username": "alice", "password": PASSWORD})
    assert lines(caplog) == [f"Refused: a log-in of person {alice.pk}"]


@pytest.mark.usefixtures("said")
def test_whose_proof_is_none(alice: User, client: Client, caplog: pytest.LogCaptureFixture) -> None:
    new = {"new_password1": "of-nobody-yet-9", "new_password2": "of-nobody-yet-9"}
    client.post("/accounts/recover/", {"name": "alice", "code": "AAAA-BBBB-CCCC", **new})
    client.force_login(alice)
    client.post("/accounts/codes/", {"password": "wrong"})
    assert lines(caplog) == [
        f"Refused: a recovery code of person {alice.pk}",
        f"Person {alice.pk} logged in",
        f"Refused: a password of person {alice.pk}",
    ]
