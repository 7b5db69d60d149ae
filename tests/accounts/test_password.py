"""The pages of a member's account: a new password, an e-mail address, recovery codes."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.test import Client
from pytest import MonkeyPatch
from pytest_django import Settings

from accounts import mailer, rate_limits, recovery_codes
from accounts.models import RecoveryCode, User
from tests.kit.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db

NEW = "another good password"
TWICE = {"new_password1": NEW, "new_password2": NEW}
ADDRESS = "alice@example.org"


@pytest.fixture
def alice(client: Client) -> User:
    alice = UserFactory.create(username="alice", password=make_password(PASSWORD))
    client.force_login(alice)
    return alice


@pytest.fixture(autouse=True)
def send_emails_at_once(settings: Settings, monkeypatch: MonkeyPatch) -> None:
    settings.HAS_MAIL = True
    monkeypatch.setattr(mailer, "send", mailer._deliver)


def link_in(email: int = -1) -> str:
    found = re.search(r"http://testserver(/accounts/\S+)", str(mail.outbox[email].body))
    assert found
    return found[1]


def test_a_new_password_logs_out_every_other_browser(client: Client, alice: User) -> None:
    other = Client()
    other.force_login(alice)
    client.post("/accounts/password/", {"password": PASSWORD, **TWICE})
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    # Checked before the other browser opens a page, which would end its session in any case.
    assert alice.sessions.count() == 1
    assert client.get("/games/").status_code == 200
    assert other.get("/games/").status_code == 302


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"password": "wrong"}, "This is not your password."),
        ({"new_password2": "x"}, "The two passwords are not the same."),
        ({"new_password1": "12", "new_password2": "12"}, "too short"),
        ({"new_password1": "alice123", "new_password2": "alice123"}, "too similar to the name"),
    ],
)
def test_a_refused_password_says_why_and_changes_nothing(
    client: Client, alice: User, changes: dict[str, str], sentence: str
) -> None:
    page = client.post("/accounts/password/", {"password": PASSWORD, **TWICE, **changes})
    assert sentence in page.content.decode()
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_whoever_sits_at_an_open_browser_cannot_guess_its_password(
    client: Client, alice: User
) -> None:
    for _guess in range(rate_limits.TRIES_FROM_ADDRESS_FOR_ACCOUNT.most):
        client.post("/accounts/password/", {"password": "wrong", **TWICE})
    page = client.post("/accounts/password/", {"password": PASSWORD, **TWICE})
    assert "too often" in page.content.decode()


def test_links_in_emails_begin_with_the_configured_address_of_the_site(
    client: Client, alice: User, settings: Settings
) -> None:
    """Not with the Host header of the request, in which anyone may name another port."""
    settings.BRUNO_URL = "https://bruno.example"
    form = {"email": ADDRESS, "password": PASSWORD}
    client.post("/accounts/e-mail/", form, headers={"Host": "testserver:6666"})
    body = str(mail.outbox[0].body)
    assert "\n\nhttps://bruno.example/accounts/e-mail/" in body
    assert "testserver" not in body and "6666" not in body


def test_an_email_address_is_stored_when_it_is_confirmed(client: Client, alice: User) -> None:
    client.post("/accounts/e-mail/", {"email": ADDRESS, "password": PASSWORD})
    alice.refresh_from_db()
    assert (alice.email, alice.email_asked) == ("", ADDRESS)
    assert mail.outbox[0].to == [ADDRESS]
    assert ADDRESS not in link_in()
    stranger = Client()
    assert ADDRESS in stranger.get(link_in()).content.decode()
    alice.refresh_from_db()
    assert alice.email == ""  # opening the link confirms nothing
    stranger.post(link_in())
    alice.refresh_from_db()
    assert (alice.email, alice.email_asked) == (ADDRESS, "")
    assert stranger.post(link_in()).status_code == 404


def test_a_letter_to_an_address_since_changed_confirms_nothing(client: Client, alice: User) -> None:
    client.post("/accounts/e-mail/", {"email": ADDRESS, "password": PASSWORD})
    client.post("/accounts/e-mail/", {"email": "other@example.org", "password": PASSWORD})
    assert client.post(link_in(0)).status_code == 404
    alice.refresh_from_db()
    assert alice.email == ""


def test_an_email_address_can_be_removed(client: Client, alice: User) -> None:
    User.objects.update(email=ADDRESS)
    client.post("/accounts/e-mail/", {"email": "", "password": PASSWORD})
    alice.refresh_from_db()
    assert alice.email == "" and mail.outbox == []


def test_nobody_is_flooded_with_confirmation_emails(client: Client, alice: User) -> None:
    for _email in range(6):
        client.post("/accounts/e-mail/", {"email": ADDRESS, "password": PASSWORD})
    assert len(mail.outbox) == 4


def test_nobody_is_flooded_with_password_links(alice: User) -> None:
    User.objects.update(email=ADDRESS)
    for number in range(6):
        stranger = Client(REMOTE_ADDR=f"203.0.113.{number}")
        stranger.post("/accounts/forgotten/", {"email": ADDRESS})
    assert len(mail.outbox) == 4


def test_one_network_address_can_ask_for_only_so_many_emails(client: Client) -> None:
    for number in range(11):
        form = {"email": f"{number}@example.org"}
        page = client.post("/accounts/forgotten/", form, follow=True).content.decode()
        assert ("That was too often" in page) == (number == 10)


def test_confirmation_emails_count_towards_that_limit(client: Client, alice: User) -> None:
    """Otherwise one account could make the site write to any number of strangers."""
    for number in range(9):
        form = {"email": f"{number}@example.org", "password": PASSWORD}
        client.post("/accounts/e-mail/", form)
    assert len(mail.outbox) == 9
    for number in range(2):
        asked = Client().post("/accounts/forgotten/", {"email": ADDRESS}, follow=True)
        assert ("That was too often" in asked.content.decode()) == (number == 1)


def test_an_email_address_in_capitals_is_counted_as_the_same(client: Client, alice: User) -> None:
    for count in range(6):
        address = ADDRESS[:count].upper() + ADDRESS[count:]
        client.post("/accounts/e-mail/", {"email": address, "password": PASSWORD})
    assert len(mail.outbox) == 4


def test_a_site_without_email_asks_for_no_email_address(
    client: Client, alice: User, settings: Settings
) -> None:
    settings.HAS_MAIL = False
    assert client.get("/accounts/e-mail/").status_code == 404
    assert "E-mail" not in client.get("/accounts/account/").content.decode()
    assert "letter" not in client.get("/accounts/recover/").content.decode()


def test_a_letter_helps_whoever_forgot_the_password(client: Client, alice: User) -> None:
    User.objects.update(email=ADDRESS)
    stranger = Client()
    stranger.post("/accounts/forgotten/", {"email": ADDRESS.upper()})
    stranger.post(link_in(), TWICE)
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert client.get("/games/").status_code == 302
    assert stranger.get(link_in()).status_code == 404


@pytest.mark.parametrize("address", [ADDRESS, "nobody@example.org", "asked@example.org"])
def test_whether_an_address_is_anybodys_is_not_said(
    client: Client, alice: User, address: str
) -> None:
    User.objects.update(email=ADDRESS, email_asked="asked@example.org")
    page = client.post("/accounts/forgotten/", {"email": address}, follow=True)
    assert (
        "If this address belongs to an account, we have sent it an e-mail." in page.content.decode()
    )
    assert len(mail.outbox) == (address == ADDRESS)


@pytest.mark.parametrize("link", ["MQ/x-y", "!!/x-y", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5/x-y"])
@pytest.mark.parametrize("page", ["reset", "e-mail"])
def test_a_link_that_is_none_gets_a_sentence(client: Client, page: str, link: str) -> None:
    UserFactory.create(pk=1)
    answer = client.get(f"/accounts/{page}/{link}/")
    assert answer.status_code == 404
    assert "no longer works" in answer.content.decode()


def codes_of(client: Client) -> list[str]:
    page = client.post("/accounts/codes/", {"password": PASSWORD}).content.decode()
    return re.findall("<code>(.*?)</code>", page)


def recover(client: Client, name: str, code: str) -> str:
    form = {"name": name, "code": code, **TWICE}
    page = client.post("/accounts/recover/", form, follow=True)
    return str(page.content.decode())


def test_a_code_sets_a_new_password_once(client: Client, alice: User) -> None:
    shown = codes_of(client)
    assert len(set(shown)) == recovery_codes.NUMBER_OF_CODES
    assert "Your new password is set" in recover(Client(), "ALICE", shown[0].lower())
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert not alice.sessions.exists()
    assert client.get("/games/").status_code == 302
    assert "nobody with this name and code" in recover(Client(), "alice", shown[0])
    assert "Your new password is set" in recover(Client(), "alice", shown[1].replace("-", " "))


def test_new_recovery_codes_replace_the_old_ones(client: Client, alice: User) -> None:
    old, new = codes_of(client), codes_of(client)
    assert "nobody with this name and code" in recover(Client(), "alice", old[0])
    assert "Your new password is set" in recover(Client(), "alice", new[0])


def test_codes_are_stored_so_that_nobody_can_read_them(client: Client, alice: User) -> None:
    shown = codes_of(client)
    stored = " ".join(RecoveryCode.objects.values_list("digest", flat=True)).upper()
    assert not any(code in stored or code.replace("-", "") in stored for code in shown)


def test_a_recovery_code_works_for_its_owner_only(client: Client, alice: User) -> None:
    UserFactory.create(username="bob")
    shown = codes_of(client)
    for name in ("bob", "nobody"):
        assert "nobody with this name and code" in recover(Client(), name, shown[0])


def test_of_two_browsers_that_use_one_recovery_code_at_once_one_is_refused(
    client: Client, alice: User
) -> None:
    shown = codes_of(client)
    assert recovery_codes.person_with_code("alice", shown[0]) == alice
    assert recovery_codes.use_code(alice, shown[0])
    assert not recovery_codes.use_code(alice, shown[0])


def test_guessing_codes_comes_to_an_end(client: Client, alice: User) -> None:
    shown = codes_of(client)
    for _guess in range(rate_limits.TRIES_FROM_ADDRESS_FOR_ACCOUNT.most):
        page = recover(Client(), "alice", "AAAA-BBBB-CCCC")
    assert "too often" in page or "too often" in recover(Client(), "alice", shown[0])


def test_no_code_is_shown_without_the_password(client: Client, alice: User) -> None:
    page = client.post("/accounts/codes/", {"password": "wrong"}).content.decode()
    assert "This is not your password." in page and "<code>" not in page
    assert not RecoveryCode.objects.exists()
