"""P24: pages that ask for a name or an e-mail address do not tell whether it is known.

The answer is the same, and so is the work that is done for it.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest import MonkeyPatch
from pytest_django import Settings

from accounts import mailer, password_hashing
from bruno_site import settings as of_the_site
from tests.kit.factories import PASSWORD, UserFactory
from tests.kit.pages import without_token

pytestmark = pytest.mark.django_db

NEW = {"new_password1": "another good password", "new_password2": "another good password"}
PAGES = [
    ("/accounts/log-in/", "username", {"password": "wrong"}),
    ("/accounts/recover/", "name", {"code": "AAAA-BBBB-CCCC", **NEW}),
    ("/accounts/forgotten/", "email", {}),
]
VALUE = re.compile(r"'[^']*'|\bs[0-9]+_x[0-9]+\b|\b[0-9]+\b")


class Answer(NamedTuple):
    status: int
    page: str
    hashed: int
    work: list[str]


@pytest.fixture
def slots(settings: Settings, monkeypatch: MonkeyPatch) -> list[Any]:
    """Return a list to which every slot is added in which a password is hashed."""
    settings.HAS_MAIL, settings.PASSWORD_HASHERS = True, of_the_site.PASSWORD_HASHERS
    taken: list[Any] = []
    hashing_slot = password_hashing.hashing_slot

    def record_slot() -> Any:
        taken.append(hashing_slot())
        return taken[-1]

    monkeypatch.setattr(password_hashing, "hashing_slot", record_slot)
    monkeypatch.setattr(mailer, "_deliver", lambda *email: None)
    return taken


@pytest.mark.parametrize(("path", "field", "form"), PAGES, ids=[page[0] for page in PAGES])
def test_known_and_unknown_names_get_the_same_answer_and_the_same_work(
    path: str, field: str, form: dict[str, str], slots: list[Any]
) -> None:
    known = {"username": "alice", "email": "alice@example.org"}
    UserFactory.create(**known, password=make_password(PASSWORD))

    def answer(name: str) -> Answer:
        name = f"{name[:8]}@example.org" if field == "email" else name
        before = len(slots)
        with CaptureQueriesContext(connection) as queries:
            response = Client().post(path, {field: name, **form}, follow=True)
        page = without_token(response.content.decode()).replace(name, "NAME")
        work = [VALUE.sub("?", query["sql"]) for query in queries]
        return Answer(response.status_code, page, len(slots) - before, work)

    answer("somebody else")  # so that caches are filled before the comparison
    nobody, alice = answer("zzyzx"), answer("alice")
    assert nobody == alice
    assert nobody.status == 200 and nobody.work
