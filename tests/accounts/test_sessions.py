"""The browsers in which a person is logged in: the list, logging out, how long sessions last."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts import sessions
from accounts.account_deletion import delete_account
from accounts.models import User, UserSession
from tests.kit.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db

ACCOUNT, END = "/accounts/account/", "/accounts/log-out-there/"
AGENTS = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Linux",
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537 "
    "Edg/140.0": "Edge on Windows",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1": (
        "Safari on iPhone"
    ),
    "curl/8": "A browser that does not say its name",
    "": "A browser that does not say its name",
}


@pytest.fixture
def alice() -> User:
    return UserFactory.create(username="alice")


def log_in(agent: str = "") -> Client:
    client = Client(headers={"User-Agent": agent})
    client.post("/accounts/log-in/", {"username": "alice", "password": PASSWORD})
    return client


@pytest.mark.parametrize("agent", AGENTS)
def test_the_list_shows_the_common_name_of_a_browser(alice: User, agent: str) -> None:
    assert AGENTS[agent] in log_in(agent).get(ACCOUNT).content.decode()


def test_a_member_who_becomes_staff_has_the_short_session_of_staff(alice: User) -> None:
    client = log_in()
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    client.get("/rules/")
    assert client.session.get_expiry_age() == settings.STAFF_SESSION_AGE
    assert alice.sessions.get().session.expire_date < timezone.now() + timedelta(hours=5)


def handles(page: str) -> list[str]:
    return [part.split('"')[0] for part in page.split("?stay=")[1:]]


def end(client: Client, handle: str, password: str = PASSWORD) -> str:
    form = {"password": password}
    return client.post(f"{END}?stay={handle}", form, follow=True).content.decode()


def test_one_can_be_logged_out_elsewhere(alice: User) -> None:
    here, there, third = log_in(), log_in(), log_in()
    first, _second, others = handles(here.get(ACCOUNT).content.decode())
    assert others == "others"
    assert "Logged out there." in end(here, first)
    still = [c.get("/games/").status_code for c in (here, there, third)]
    assert sorted(still[1:]) == [200, 302] and still[0] == 200
    end(here, "others")
    assert [c.get("/games/").status_code for c in (here, there, third)] == [200, 302, 302]


def test_nobody_is_logged_out_elsewhere_without_the_password(alice: User) -> None:
    here, there = log_in(), log_in("Firefox Linux")
    handle = handles(here.get(ACCOUNT).content.decode())[0]
    assert "This logs out: Firefox on Linux" in here.get(f"{END}?stay={handle}").content.decode()
    for which in (handle, "others"):
        assert "This is not your password." in end(here, which, "wrong")
    assert there.get("/games/").status_code == 200


def test_the_list_cannot_log_out_this_browser(alice: User) -> None:
    here, there = log_in(), log_in()
    handle = handles(there.get(ACCOUNT).content.decode())[0]
    assert "Nobody is logged in there." in end(here, handle)
    assert alice.sessions.count() == 2


def test_no_page_shows_what_would_let_its_reader_in(alice: User) -> None:
    here, there = log_in(), log_in()
    page = here.get(ACCOUNT).content.decode()
    keys = [str(client.session.session_key) for client in (here, there)]
    assert [key for key in keys if key in page] == []


def test_nobody_is_logged_out_by_somebody_else(alice: User) -> None:
    here, _there = log_in(), log_in()
    handle = handles(here.get(ACCOUNT).content.decode())[0]
    zoe = Client()
    zoe.force_login(UserFactory.create(username="zoe"))
    assert "Nobody is logged in there." in end(zoe, handle)
    assert alice.sessions.count() == 2


def test_logging_out_ends_the_stay(alice: User) -> None:
    client = log_in()
    assert UserSession.objects.count() == 1
    client.post("/accounts/log-out/")
    assert not UserSession.objects.exists()


def test_whoever_comes_back_stays_logged_in(alice: User) -> None:
    client = log_in()
    long_ago = timezone.now() - timedelta(days=20)
    session = client.session
    session["noted_at"] = int(long_ago.timestamp())
    session.save()
    UserSession.objects.update(seen_at=long_ago)
    answer = client.get("/")
    assert answer.cookies["sessionid"]["max-age"] == 30 * 24 * 60 * 60
    assert UserSession.objects.get().seen_at > timezone.now() - timedelta(minutes=1)


def come_back(client: Client, *, after: timedelta) -> None:
    """Change the session as if it had begun, and been recorded, that much earlier."""
    session = client.session
    session["last_moment"] -= int(after.total_seconds())
    session["noted_at"] -= int(after.total_seconds())
    session.save()


def test_every_session_has_a_last_day_however_often_it_is_used(alice: User) -> None:
    client = log_in()
    come_back(client, after=timedelta(days=170))
    left = client.get("/").cookies["sessionid"]["max-age"]
    assert timedelta(days=9) < timedelta(seconds=left) <= timedelta(days=10)
    ends = alice.sessions.get().session.expire_date
    assert timedelta(days=9) < ends - timezone.now() <= timedelta(days=10)
    assert "sessionid" not in client.get("/").cookies


def test_who_logs_in_anew_has_all_the_time_again(alice: User) -> None:
    client = log_in()
    come_back(client, after=timedelta(days=170))
    client.get("/")
    client.post("/accounts/log-out/")
    client.post("/accounts/log-in/", {"username": "alice", "password": PASSWORD})
    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE


def test_the_session_of_a_guest_has_no_last_day(client: Client) -> None:
    client.post("/accounts/guest/")
    assert "last_moment" not in client.session


def test_a_page_soon_after_another_records_nothing(alice: User) -> None:
    client = log_in()
    before = UserSession.objects.get().seen_at
    assert "sessionid" not in client.get("/").cookies
    assert UserSession.objects.get().seen_at == before


def test_a_guest_cannot_open_the_pages_of_members(client: Client) -> None:
    client.post("/accounts/guest/")
    assert client.get(ACCOUNT)["Location"] == "/accounts/sign-up/"


def test_an_account_that_is_deleted_while_a_page_is_opened_is_logged_out(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(alice)

    def delete_now(*_given: object) -> bool:
        delete_account(alice)
        return True

    monkeypatch.setattr(sessions, "_is_due", delete_now)
    page = client.get("/")
    assert page.status_code == 200 and not page.wsgi_request.user.is_authenticated
