"""The log of log-ins: it contains people's numbers, never their names."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from accounts import rate_limits
from accounts.models import User
from tests.kit.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db

LOG_IN = "/accounts/log-in/"


@pytest.fixture
def alice() -> User:
    return UserFactory.create(username="alice", email="alice@example.org")


@pytest.fixture
def log_without_names(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check after the test that the log contains no name, address or password."""
    with caplog.at_level(logging.INFO, "accounts.login_log"):
        yield
    lowered = "\n".join(caplog.messages).lower()
    for secret in ("alice", "example.org", "127.0.0.1", "zoe", PASSWORD.lower()):
        assert secret not in lowered


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.name == "accounts.login_log"]


@pytest.mark.usefixtures("log_without_names")
def test_who_comes_and_who_leaves(
    alice: User, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.post(LOG_IN, {"username": "alice", "password": PASSWORD})
    client.post("/accounts/log-out/")
    assert lines(caplog) == [f"Person {alice.pk} logged in", f"Person {alice.pk} logged out"]


@pytest.mark.usefixtures("log_without_names")
def test_who_is_refused(alice: User, client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.post(LOG_IN, {"username": "Alice", "password": "wrong"})
    client.post(LOG_IN, {"username": "zoe", "password": "wrong"})
    assert lines(caplog) == [
        f"Refused: a log-in of person {alice.pk}",
        "Refused: a log-in of nobody here",
    ]


@pytest.mark.usefixtures("log_without_names")
def test_a_log_in_after_too_many_tries_is_logged_as_refused(
    alice: User,
    client: Client,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        rate_limits, "TRIES_FOR_ACCOUNT", rate_limits.TRIES_FOR_ACCOUNT._replace(most=0)
    )
    client.post(LOG_IN, {"username": "alice", "password": PASSWORD})
    assert lines(caplog) == [f"Refused: a log-in of person {alice.pk}"]


@pytest.mark.usefixtures("log_without_names")
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
