"""P8: while the database is unreachable, every page says so and tries again by itself."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import InterfaceError, OperationalError
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.urls import reverse

from tests.kit.factories import UserFactory

pytestmark = pytest.mark.django_db

HERE = "http://testserver"


@pytest.fixture
def browser() -> Client:
    browser = Client(raise_request_exception=False)
    browser.force_login(UserFactory.create())
    return browser


@pytest.fixture(params=[OperationalError, InterfaceError])
def database_away(
    browser: Client, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def execute(self: CursorWrapper, *args: Any) -> None:
        raise request.param("gone")

    monkeypatch.setattr(CursorWrapper, "execute", execute)


@pytest.mark.usefixtures("database_away")
@pytest.mark.parametrize("name", ["lobby:home", "accounts:settings", "admin:index"])
def test_a_page_says_so_and_loads_itself_again(browser: Client, name: str) -> None:
    answer = browser.get(reverse(name))
    assert (answer.status_code, answer["Retry-After"], answer["Refresh"]) == (503, "5", "5")
    assert "We cannot reach our own database." in answer.text


@pytest.mark.usefixtures("database_away")
@pytest.mark.parametrize(
    ("sender", "back"),
    [
        (f"{HERE}/t/new/?kind=uno", "/t/new/?kind=uno"),
        (f"{HERE}//elsewhere.example/", "/"),
        ("http://elsewhere.example/t/", "/"),
        ("", "/"),
    ],
)
def test_after_a_form_the_page_claims_nothing_and_leads_back_to_it(
    browser: Client, sender: str, back: str
) -> None:
    answer = browser.post(reverse("lobby:open", args=["uno"]), headers={"referer": sender})
    assert (answer.status_code, answer["Refresh"]) == (503, f"5; url={back}")
    assert "do not know whether what you sent was stored" in answer.text


@pytest.mark.usefixtures("database_away")
def test_a_part_of_a_page_gets_an_empty_answer_and_the_page_asks_again(browser: Client) -> None:
    answer = browser.get(reverse("lobby:home_poll"), headers={"hx-request": "true"})
    assert (answer.status_code, answer["Retry-After"], answer.text) == (503, "5", "")


@pytest.mark.usefixtures("database_away")
def test_the_health_check_reports_the_outage() -> None:
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.text) == (503, "no database")


def test_any_other_exception_is_an_error_500(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def execute(self: CursorWrapper, *args: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(CursorWrapper, "execute", execute)
    assert browser.get("/").status_code == 500
