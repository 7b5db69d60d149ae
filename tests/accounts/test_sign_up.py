"""Signing up: what is accepted, what is refused, and where it leads."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.forms import SignUpForm
from accounts.models import User
from accounts.rate_limits import spend_address
from accounts.views import login
from tests.kit.factories import PASSWORD, UserFactory
from tests.kit.requests import request_from

pytestmark = pytest.mark.django_db

SIGN_UP = "/accounts/sign-up/"


def filled(**changes: str) -> dict[str, str]:
    return {"username": "alice", "password1": PASSWORD, "password2": PASSWORD, **changes}


def test_signing_up_logs_in(client: Client) -> None:
    response = client.post(SIGN_UP, filled(), follow=True)
    assert response.wsgi_request.user == User.objects.get(username="alice")


def test_invisible_characters_are_removed_from_a_name(client: Client) -> None:
    client.post(SIGN_UP, filled(username="al\u034fi\u200bce\ufe0f"))
    assert User.objects.get().username == "alice"


def test_the_log_in_page_leads_to_sign_up_and_on_to_the_page_that_was_asked_for(
    client: Client,
) -> None:
    asked = client.get("/games/", follow=True)
    assert reverse("accounts:sign_up") + "?next=%2Fgames%2F" in asked.content.decode()


def test_signing_up_from_a_shared_link_leads_to_that_table(client: Client) -> None:
    page = client.get(SIGN_UP, {"next": "/t/abcd-efgh/"}).content.decode()
    assert '<input type="hidden" name="next" value="/t/abcd-efgh/">' in page
    response = client.post(SIGN_UP, filled(next="/t/abcd-efgh/"))
    assert response["Location"] == "/t/abcd-efgh/"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:x"])
def test_nobody_is_sent_to_another_site(client: Client, elsewhere: str) -> None:
    assert client.post(SIGN_UP, filled(next=elsewhere))["Location"] == "/"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"username": "ALICE"}, "This name is taken."),
        ({"username": "x"}, "A name has 2 to 24 characters."),
        ({"username": "a b"}, "A name is made of letters and digits"),
        ({"username": "x" * 50_000}, "at most 24 characters"),
        ({"username": "Admin"}, "This name is kept for the house."),
        ({"username": "a1ice"}, "This name looks like one that is taken."),
        ({"username": "boЬ"}, "A name is written in one script, not in several."),
        ({"username": "\u3164\u3164"}, "This field is required."),
        ({"username": ""}, "This field is required."),
        ({"password2": "another password"}, "The two passwords are not the same."),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "password", "password2": "password"}, "too common"),
        ({"password1": "Bruno-2026!", "password2": "Bruno-2026!"}, "the words of this site"),
        ({"password1": "uno uno uno", "password2": "uno uno uno"}, "the words of this site"),
    ],
)
def test_a_refused_sign_up_says_why_and_stores_nothing(
    client: Client, changes: dict[str, str], sentence: str
) -> None:
    UserFactory.create(username="alice")
    response = client.post(SIGN_UP, filled(username="bob") | changes)
    assert response.status_code == 200
    assert sentence in response.content.decode()
    assert User.objects.count() == 1


def test_of_two_people_who_want_one_name_at_the_same_moment_one_is_told() -> None:
    first, second = SignUpForm(filled()), SignUpForm(filled(username="Alice"))
    assert first.is_valid() and second.is_valid()
    assert login._create_user(first) is not None
    assert login._create_user(second) is None
    assert second.errors["username"] == ["This name is taken."]


def test_one_address_can_sign_up_only_so_often(client: Client) -> None:
    for _name in range(20):
        spend_address(login.SIGN_UPS, request_from("127.0.0.1"))
    assert "That was too often" in client.post(SIGN_UP, filled()).content.decode()
    assert not User.objects.exists()
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    assert elsewhere.post(SIGN_UP, filled()).status_code == 302


def test_a_form_of_a_megabyte_is_answered_and_stores_nothing(client: Client) -> None:
    response = client.post(SIGN_UP, filled(password1="x" * 1_000_000))
    assert response.status_code == 400
    assert "far too long" in response.content.decode()
    assert not User.objects.exists()
