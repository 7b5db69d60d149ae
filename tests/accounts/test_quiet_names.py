"""P24: at every door where a name or an address is typed, the same is said and the same work done
whether it is anybody's or nobody's."""

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

from accounts import hashing, post
from bruno_site import settings as of_the_site
from tests.kit.factories import PASSWORD, UserFactory
from tests.kit.pages import without_token

pytestmark = pytest.mark.django_db

NEW = {"new_password1": "another good password", "new_password2": "another good password"}
DOORS = [
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
def turns(settings: Settings, monkeypatch: MonkeyPatch) -> list[Any]:
    """In which a password was hashed."""
    settings.HAS_MAIL, settings.PASSWORD_HASHERS = True, of_the_site.PASSWORD_HASHERS
    taken: list[Any] = []
    a_turn = hashing.a_turn

    def take_one() -> Any:
        taken.append(a_turn())
        return taken[-1]

    monkeypatch.setattr(hashing, "a_turn", take_one)
    monkeypatch.setattr(post, "_deliver", lambda *letter: None)
    return taken


@pytest.mark.parametrize(("door", "asked", "form"), DOORS, ids=[door[0] for door in DOORS])
def test_whoever_it_is_the_answer_and_the_work_are_the_same(
    door: str, asked: str, form: dict[str, str], turns: list[Any]
) -> None:
    sure = {"username": "alice", "email": "alice@example.org"}
    UserFactory.create(**sure, password=make_password(PASSWORD))

    def answer(name: str) -> Answer:
        name = f"{name[:8]}@example.org" if asked == "email" else name
        before = len(turns)
        with CaptureQueriesContext(connection) as queries:
            response = Client().post(door, {asked: name, **form}, follow=True)
        page = without_token(response.content.decode()).replace(name, "NAME")
        work = [VALUE.sub("?", query["sql"]) for query in queries]
        return Answer(response.status_code, page, len(turns) - before, work)

    answer("somebody else")  # whatever is worked out once for everybody
    nobody, alice = answer("zzyzx"), answer("alice")
    assert nobody == alice
    assert nobody.status == 200 and nobody.work
