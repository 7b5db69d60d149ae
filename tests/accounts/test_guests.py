"""Guests: creating them, signing up as one, and deleting old ones."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest import MonkeyPatch

from accounts import guests, names
from accounts.forms import SignUpForm
from accounts.guests import delete_old_guests, log_in_guest
from accounts.models import User, UserSession
from accounts.rate_limits import TooManyTries
from accounts.views import login
from tests.kit.factories import PASSWORD, UserFactory
from tests.kit.requests import request_from

pytestmark = pytest.mark.django_db

GUEST, SIGN_UP = "/accounts/guest/", "/accounts/sign-up/"
TAKEN = {"username": "zoe", "password1": PASSWORD, "password2": PASSWORD}
MONTH = timedelta(days=31)


@pytest.fixture
def guest(client: Client) -> User:
    client.post(GUEST)
    return User.objects.get(is_guest=True)


def test_a_guest_has_a_given_name_and_no_password(guest: User) -> None:
    assert re.fullmatch("Guest [A-Z2-9]{3}", guest.username)
    assert not guest.has_usable_password()


def test_a_name_that_is_taken_is_not_given_twice(monkeypatch: MonkeyPatch) -> None:
    given = iter(["Guest AAA", "Guest AAA", "Guest BBB"])
    monkeypatch.setattr(guests, "random_name", lambda word, letters: next(given))
    assert [log_in_guest(request_from()).username for _ in range(2)] == ["Guest AAA", "Guest BBB"]


def test_nobody_can_choose_a_name_like_those_of_guests(client: Client) -> None:
    page = client.post(SIGN_UP, TAKEN | {"username": names.random_name("Guest", 3)})
    assert "letters and digits" in page.content.decode()


def test_a_guest_who_signs_up_cannot_keep_the_given_name(client: Client, guest: User) -> None:
    assert f'value="{guest.username}"' not in client.get(SIGN_UP).content.decode()
    page = client.post(SIGN_UP, TAKEN | {"username": guest.username})
    assert "letters and digits" in page.content.decode()
    assert User.objects.get().is_guest


def test_one_address_gets_so_many_guests_and_then_a_sentence(client: Client) -> None:
    for _guest in range(guests.A_MINUTE.most):
        client.post(GUEST)
        client.logout()
    page = client.post(GUEST, follow=True)
    assert "That was too often" in page.content.decode()
    assert User.objects.count() == guests.A_MINUTE.most
    with pytest.raises(TooManyTries):
        log_in_guest(request_from("127.0.0.1"))
    log_in_guest(request_from("203.0.113.9"))


def test_one_address_can_create_only_so_many_guests_in_a_day(monkeypatch: MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "A_DAY", guests.A_DAY._replace(most=1))
    log_in_guest(request_from("203.0.113.9"))
    with pytest.raises(TooManyTries):
        log_in_guest(request_from("203.0.113.9"))


def test_a_person_who_is_logged_in_does_not_become_a_guest(client: Client) -> None:
    client.force_login(UserFactory.create(username="alice"))
    assert client.post(GUEST, {"next": "/games/"})["Location"] == "/games/"
    assert User.objects.count() == 1


def test_a_guest_takes_a_name_and_stays_the_same_person(client: Client, guest: User) -> None:
    page = client.post(SIGN_UP, TAKEN, follow=True)
    zoe = User.objects.get()
    assert (zoe.pk, zoe.username, zoe.is_guest) == (guest.pk, "zoe", False)
    assert zoe.check_password(PASSWORD)
    assert page.wsgi_request.user == zoe
    assert "Welcome, zoe" in page.content.decode()


@pytest.mark.parametrize("name", ["alice", "x", "<b>"])
def test_a_guest_who_is_refused_a_name_stays_a_guest(
    client: Client, guest: User, name: str
) -> None:
    UserFactory.create(username="alice")
    page = client.post(SIGN_UP, TAKEN | {"username": name}).content.decode()
    assert f"You play as {guest.username}" in page
    kept = User.objects.get(pk=guest.pk)
    assert kept.is_guest and kept.username == guest.username and not kept.has_usable_password()


def test_of_two_browsers_with_one_guests_cookie_the_second_is_told(
    client: Client, guest: User
) -> None:
    """A guest is known by the cookie only, so a browser with a copy of it has the same session."""
    copy = Client()
    copy.cookies.update(client.cookies)
    late = User.objects.get(pk=guest.pk)
    client.post(SIGN_UP, TAKEN)
    form = SignUpForm(TAKEN | {"username": "eve"}, instance=late)
    assert form.is_valid()
    assert not login._make_guest_member(form, late)
    assert User.objects.get().username == "zoe"
    assert not copy.get("/").wsgi_request.user.is_authenticated


def test_a_guest_may_log_in_to_an_account(client: Client, guest: User) -> None:
    alice = UserFactory.create(username="alice")
    form = {"username": "alice", "password": PASSWORD}
    assert client.post("/accounts/log-in/", form, follow=True).wsgi_request.user == alice


def test_guests_not_seen_for_a_month_are_forgotten(client: Client, guest: User) -> None:
    UserFactory.create(username="alice", date_joined=timezone.now() - 2 * MONTH)
    assert delete_old_guests(timezone.now() + timedelta(days=29)) == 0
    assert delete_old_guests(timezone.now() + MONTH) == 1
    gone = User.objects.get(pk=guest.pk)
    assert gone.username.startswith("Deleted ") and not gone.is_active
    assert not UserSession.objects.exists()
    assert delete_old_guests(timezone.now() + MONTH) == 0


def test_a_guest_who_comes_back_is_not_deleted(client: Client, guest: User) -> None:
    old = timezone.now() - MONTH
    User.objects.update(date_joined=old)
    UserSession.objects.update(seen_at=old)
    session = client.session
    session["noted_at"] = int(old.timestamp())
    session.save()
    client.get("/")
    assert delete_old_guests(timezone.now()) == 0


def test_a_guest_who_signs_up_undoes_no_decision_made_meanwhile(guest: User) -> None:
    form = SignUpForm(TAKEN, instance=User.objects.get(pk=guest.pk))
    assert form.is_valid()
    User.objects.filter(pk=guest.pk).update(suspended_until=timezone.now() + MONTH)
    assert login._make_guest_member(form, form.instance)
    zoe = User.objects.get()
    assert (zoe.username, zoe.key, zoe.skeleton, zoe.is_guest) == ("zoe", "zoe", "zoe", False)
    assert zoe.check_password(PASSWORD) and zoe.is_suspended(timezone.now())
