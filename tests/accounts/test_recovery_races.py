"""P3: a recovery code or reset link works only once, even in several browsers at once."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import count

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from pytest_django import Settings

from accounts import recovery_codes
from accounts.models import RateLimitCounter, User
from bruno_site.live import quotas
from tests.kit.factories import UserFactory
from tests.kit.races import at_once, rounds

pytestmark = pytest.mark.django_db(transaction=True)

BROWSERS = 4
numbers = count(1)


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def alice() -> User:
    return UserFactory.create(username="alice")


def link_for(user: User) -> str:
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("accounts:reset_password", args=[uid, default_token_generator.make_token(user)])


def use_at_once(path: str, **given: str) -> Counter[int]:
    """Send the form from several browsers at once, each with its own new password.

    Return how many were answered with which status.
    """
    quotas.message_quotas.left.clear()  # otherwise two hundred rounds would be too many forms
    answers = Counter[int]()

    def use(password: str) -> None:
        form = {"new_password1": password, "new_password2": password, **given}
        answers[Client().post(path, form).status_code] += 1

    browsers = [partial(use, f"another good one {next(numbers)}") for _browser in range(BROWSERS)]
    assert at_once(browsers) == Counter(made=BROWSERS)
    return answers


@rounds(3)
def test_of_browsers_that_use_one_reset_link_at_once_one_sets_a_password(
    alice: User, rounds: int
) -> None:
    for _round in range(rounds):
        alice.refresh_from_db()
        assert use_at_once(link_for(alice)) == {302: 1, 404: BROWSERS - 1}


@rounds(3)
def test_of_browsers_that_use_one_recovery_code_at_once_one_sets_a_password(
    alice: User, rounds: int
) -> None:
    for _round in range(rounds):
        RateLimitCounter.objects.all().delete()
        code, *_others = recovery_codes.replace_codes(alice)
        answers = use_at_once("/accounts/recover/", name="alice", code=code)
        assert answers == {302: 1, 200: BROWSERS - 1}


def test_a_link_used_while_the_account_is_closed_sets_nothing(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The account is closed after the link was checked and before the password is saved."""
    link, set_password = link_for(alice), User.set_password

    def close_first(person: User, password: str) -> None:
        User.objects.filter(pk=alice.pk).update(is_active=False)
        set_password(person, password)

    monkeypatch.setattr(User, "set_password", close_first)
    before = alice.password
    assert use_at_once(link) == {404: BROWSERS}
    alice.refresh_from_db()
    assert alice.password == before
