"""The second factor of staff: connecting an app, codes, spare codes."""

from __future__ import annotations

import pytest
import segno
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings

from accounts.models import User
from tests.kit.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ask_for_second_factor(settings: Settings, no_second_factor: None) -> None:
    settings.STAFF_SECOND_FACTOR = True


@pytest.fixture
def boss(client: Client) -> User:
    boss = UserFactory.create(username="boss", is_staff=True, is_superuser=True)
    client.force_login(boss)
    return boss


def code_of(user: User, later: int = 0) -> str:
    app = TOTPDevice.objects.get(user=user)
    return f"{TOTP(app.bin_key, drift=later).token():06}"


def picture_for(user: User) -> str:
    """Return the SVG path of the QR code for the user's app, made independently of the page."""
    code = segno.make(TOTPDevice.objects.get(user=user).config_url, micro=False)
    path: str = code.svg_inline(scale=5).split(' d="')[-1].split('"')[0]
    return path


def connect_app(client: Client, user: User) -> str:
    """Connect the user's app and return the page that shows the spare codes."""
    client.get("/admin/second/")
    return client.post("/admin/second/", {"code": code_of(user)}).content.decode()


def is_let_in(client: Client) -> bool:
    return client.get("/admin/accounts/user/").status_code == 200


def test_a_password_alone_opens_no_desk(client: Client, boss: User) -> None:
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0] == "/admin/second/"
    page = answer.content.decode()
    assert "enter this key" in page and picture_for(boss) in page
    assert not is_let_in(client)


def test_an_app_is_connected_by_its_first_code(client: Client, boss: User) -> None:
    assert StaticToken.objects.count() == 0
    page = connect_app(client, boss)
    assert all(token.token in page for token in StaticToken.objects.all())
    assert StaticToken.objects.count() == 8 and is_let_in(client)


def test_staff_change_their_password_on_the_same_page_as_members(
    client: Client, boss: User
) -> None:
    connect_app(client, boss)
    for ask in (client.get, client.post):
        assert ask("/admin/password_change/")["Location"] == "/accounts/password/"


def test_each_session_is_asked_and_a_code_works_once(client: Client, boss: User) -> None:
    connect_app(client, boss)
    other = Client()
    other.force_login(boss)
    page = other.get("/admin/second/").content.decode()
    assert (
        "enter this key" not in page
    )  # with the key, a thief of the password could connect an app
    assert picture_for(boss) not in page
    assert "not right" in other.post("/admin/second/", {"code": code_of(boss)}).content.decode()
    assert not is_let_in(other)
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    other.post("/admin/second/", {"code": code_of(boss, later=1)})
    assert is_let_in(other)


def test_a_spare_code_works_once(client: Client, boss: User) -> None:
    connect_app(client, boss)
    spare = StaticToken.objects.first()
    assert spare is not None
    for expected in (True, False):
        other = Client()
        other.force_login(boss)
        other.post("/admin/second/", {"code": spare.token})
        assert is_let_in(other) == expected


@pytest.mark.parametrize("code", ["", "000000", "x" * 17, "é", "-1", "1e5"])
def test_a_wrong_code_is_refused_in_a_sentence(client: Client, boss: User, code: str) -> None:
    client.get("/admin/second/")
    answer = client.post("/admin/second/", {"code": code})
    assert answer.status_code == 200 and not is_let_in(client)


def test_a_right_code_too_soon_after_a_wrong_one_is_not_called_wrong(
    client: Client, boss: User
) -> None:
    client.get("/admin/second/")
    client.post("/admin/second/", {"code": "000000"})
    page = client.post("/admin/second/", {"code": code_of(boss)}).content.decode()
    assert "Wait a few seconds" in page and "This code is not right" not in page


def test_guessing_codes_of_the_second_factor_is_limited(client: Client, boss: User) -> None:
    connect_app(client, boss)
    other = Client()
    other.force_login(boss)
    for _try in range(10):
        page = other.post("/admin/second/", {"code": "000000"}).content.decode()
    assert "too often" in page


def test_who_loses_the_app_connects_another(client: Client, boss: User) -> None:
    connect_app(client, boss)
    helper, visit = UserFactory.create(username="helper", is_staff=True), Client()
    visit.force_login(helper)
    connect_app(visit, helper)
    form = {"what": "new second factor", "why": "Her phone is gone."}
    client.post(f"/admin/accounts/user/{helper.pk}/decide/", form)
    assert not TOTPDevice.objects.filter(user=helper).exists()
    assert visit.get("/admin/").status_code == 302


def test_the_desks_session_is_short(client: Client, boss: User) -> None:
    session = Session.objects.get(session_key=client.session.session_key)
    assert (session.expire_date - timezone.now()).total_seconds() <= 4 * 60 * 60


def test_players_are_not_asked_for_a_second_factor(client: Client) -> None:
    client.force_login(UserFactory.create(username="zoe"))
    assert client.get("/admin/second/")["Location"] == "/admin/login/"
    assert not TOTPDevice.objects.exists()
