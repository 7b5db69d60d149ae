"""Logging in and out, limits on guessing, and suspended people."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import rate_limits
from accounts.models import User
from bruno_site.core.timestamps import as_text
from tests.kit.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db

LOG_IN = "/accounts/log-in/"


@pytest.mark.parametrize("written", ["Élodie", "élodie", "E\u0301LODIE"])
def test_a_name_is_found_in_any_case_and_encoding(client: Client, written: str) -> None:
    user = UserFactory.create(username="Élodie")
    response = client.post(LOG_IN, {"username": written, "password": PASSWORD}, follow=True)
    assert response.wsgi_request.user == user


def test_logging_in_leads_to_the_page_that_was_asked_for(client: Client) -> None:
    UserFactory.create(username="alice")
    form = {"username": "alice", "password": PASSWORD, "next": "/t/abcd-efgh/"}
    assert client.post(LOG_IN, form)["Location"] == "/t/abcd-efgh/"
    client.logout()
    assert client.post(LOG_IN, form | {"next": "https://evil.example"})["Location"] == "/"


@pytest.mark.parametrize(
    ("name", "password"),
    [("alice", "wrong"), ("zoe", PASSWORD), ("closed", PASSWORD), ("", "")],
)
def test_a_wrong_log_in_is_answered_without_saying_which_part_is_wrong(
    client: Client, name: str, password: str
) -> None:
    UserFactory.create(username="alice")
    UserFactory.create(username="closed", is_active=False)
    response = client.post(LOG_IN, {"username": name, "password": password})
    assert response.status_code == 200
    assert not response.wsgi_request.user.is_authenticated
    assert 'class="errorlist' in response.content.decode()


def test_logging_out_takes_a_press_not_a_link(client: Client) -> None:
    client.force_login(UserFactory.create())
    assert client.get("/accounts/log-out/").status_code == 405
    response = client.post("/accounts/log-out/", follow=True)
    assert not response.wsgi_request.user.is_authenticated


def test_a_form_without_its_token_is_refused_in_a_sentence() -> None:
    response = Client(enforce_csrf_checks=True).post(LOG_IN, {"username": "alice"})
    assert response.status_code == 403
    assert "too old" in response.content.decode()


@pytest.mark.parametrize("page", ["/accounts/log-in/", "/accounts/sign-up/"])
def test_a_member_who_opens_the_log_in_page_is_not_redirected_in_a_circle(
    client: Client, page: str
) -> None:
    client.force_login(UserFactory.create())
    assert client.get(page, {"next": page})["Location"] == "/"
    assert client.get(page, {"next": f"{page}?next={page}"})["Location"] == "/"


@pytest.mark.parametrize("name", ["alice", "nobody"])
def test_guessing_one_persons_password_comes_to_an_end(client: Client, name: str) -> None:
    UserFactory.create(username="alice")
    form = {"username": name, "password": "wrong"}
    for _guess in range(10):
        assert "There is nobody" in client.post(LOG_IN, form).content.decode()
    right = client.post(LOG_IN, form | {"password": PASSWORD})
    assert "That was too often. Try again in 5 minutes." in right.content.decode()
    assert not right.wsgi_request.user.is_authenticated


def test_guessing_is_counted_however_the_name_is_written(client: Client) -> None:
    UserFactory.create(username="alice")
    for guess in range(rate_limits.TRIES_FROM_ADDRESS_FOR_ACCOUNT.most):
        name = ("alice", "ALICE", "Alice")[guess % 3]
        client.post(LOG_IN, {"username": name, "password": "wrong"})
    answer = client.post(LOG_IN, {"username": "aLiCe", "password": "wrong"})
    assert "too often" in answer.content.decode()


def test_one_persons_limit_is_not_anothers(client: Client) -> None:
    UserFactory.create(username="alice")
    for _guess in range(rate_limits.TRIES_FROM_ADDRESS_FOR_ACCOUNT.most + 1):
        client.post(LOG_IN, {"username": "zoe", "password": "wrong"})
    answer = client.post(LOG_IN, {"username": "alice", "password": PASSWORD})
    assert answer.status_code == 302


def test_many_addresses_together_cannot_guess_one_password(client: Client) -> None:
    for _guess in range(100):
        rate_limits.spend(rate_limits.TRIES_FOR_ACCOUNT, "alice")
    answer = client.post(LOG_IN, {"username": "alice", "password": PASSWORD})
    assert "too often" in answer.content.decode()


def test_one_address_cannot_guess_the_passwords_of_many_people(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        rate_limits, "TRIES_FROM_ADDRESS", rate_limits.TRIES_FROM_ADDRESS._replace(most=2)
    )
    said = [
        client.post(LOG_IN, {"username": name, "password": "password"}).content.decode()
        for name in ("alice", "bob", "carol")
    ]
    assert ["too often" in page for page in said] == [False, False, True]


@pytest.fixture
def suspended() -> User:
    until = timezone.now() + timedelta(days=2)
    return UserFactory.create(
        username="zoe", suspended_until=until, suspension="You called others names."
    )


def test_a_suspended_person_is_told_until_when_and_why(client: Client, suspended: User) -> None:
    answer = client.post(LOG_IN, {"username": "zoe", "password": PASSWORD})
    said = answer.content.decode()
    assert not answer.wsgi_request.user.is_authenticated
    assert "You cannot log in before" in said and "You called others names." in said
    assert suspended.suspended_until and as_text(suspended.suspended_until) in said


def test_a_person_suspended_while_logged_in_is_told_on_the_next_page(
    client: Client, suspended: User
) -> None:
    client.force_login(suspended)
    for path in ("/", LOG_IN, "/rules/bruno/"):
        said = client.get(path).content.decode()
        assert "You cannot log in before" in said and "You called others names." in said, path


def test_a_session_from_before_a_new_password_is_not_told_of_a_suspension(
    client: Client, suspended: User
) -> None:
    client.force_login(suspended)
    suspended.set_password("another")
    suspended.save()
    assert "You called others names." not in client.get("/").content.decode()


def test_nobody_else_is_told_of_a_suspension(client: Client, suspended: User) -> None:
    answer = client.post(LOG_IN, {"username": "zoe", "password": "wrong"})
    assert "There is nobody with this name and password." in answer.content.decode()


def test_a_suspension_logs_people_out_and_ends_in_time(client: Client) -> None:
    zoe = UserFactory.create(username="zoe")
    client.force_login(zoe)
    for hours, is_in in ((1, False), (-1, True)):
        User.objects.update(suspended_until=timezone.now() + timedelta(hours=hours))
        assert client.get("/games/").wsgi_request.user.is_authenticated == is_in


def test_the_admins_door_has_the_same_limits_and_is_for_staff(client: Client) -> None:
    UserFactory.create(username="alice")
    UserFactory.create(username="boss", is_staff=True)
    form = {"username": "alice", "password": PASSWORD}
    assert "There is nobody" in client.post("/admin/login/", form).content.decode()
    boss = form | {"username": "boss"}
    assert client.post("/admin/login/?next=/admin/", boss).status_code == 302
    client.logout()
    for _guess in range(rate_limits.TRIES_FROM_ADDRESS_FOR_ACCOUNT.most):
        answer = client.post("/admin/login/", boss | {"password": "wrong"})
    assert "too often" in answer.content.decode()
