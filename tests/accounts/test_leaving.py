"""The last superuser cannot delete their account, so that someone can always decide about staff."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from threading import Barrier, BrokenBarrierError

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.views import personal_data
from tests.kit.factories import PASSWORD, UserFactory
from tests.kit.races import at_once

pytestmark = pytest.mark.django_db

DELETE = "/accounts/delete/"


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def test_the_last_superuser_cannot_delete_their_account(client: Client) -> None:
    boss = UserFactory.create(
        username="boss", password=make_password(PASSWORD), is_staff=True, is_superuser=True
    )
    other = UserFactory.create(username="other", is_superuser=True, is_active=False)
    client.force_login(boss)
    page = client.post(DELETE, {"password": PASSWORD}).content.decode()
    assert "Nobody else is a superuser here." in page
    assert User.objects.get(pk=boss.pk).is_superuser
    User.objects.filter(pk=other.pk).update(is_active=True)
    client.post(DELETE, {"password": PASSWORD})
    assert not User.objects.get(pk=boss.pk).is_superuser


@pytest.mark.django_db(transaction=True)
def test_of_two_last_superusers_who_delete_their_accounts_at_once_one_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rank = {"password": make_password(PASSWORD), "is_superuser": True}
    both = [UserFactory.create(username=name, **rank) for name in ("boss", "chief")]
    meeting, is_last_superuser = Barrier(2), personal_data.is_last_superuser

    def ask_together(user: User) -> bool:
        """Wait, unless a lock prevents it, until both have asked before either is deleted."""
        answer: bool = is_last_superuser(user)
        with suppress(BrokenBarrierError):
            meeting.wait(3)
        return answer

    monkeypatch.setattr(personal_data, "is_last_superuser", ask_together)

    def delete_own_account(user: User) -> None:
        browser = Client()
        browser.force_login(user)
        browser.post(DELETE, {"password": PASSWORD})

    at_once([partial(delete_own_account, user) for user in both])
    assert User.objects.filter(is_superuser=True, is_active=True).count() == 1
