"""P15: who may do what at the admin's desk."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.models import Decision, User
from games.models import Announcement, Game
from lobby.models import Report, Room
from tests.kit.at_table import AtTable
from tests.kit.factories import UserFactory, open_bruno, staff
from tests.kit.rights import AT_THE_DESK, rows

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
ROLES = ("viewer", "moderator", "superuser")
VIEWS = ("view_user", "view_game", "view_room", "view_report")
DECIDES: tuple[str, ...] = ("add_announcement", "change_announcement")
DECIDES += ("change_user", "close_game", "change_report", "view_decision")
FORM = {
    "why": "Three reports.",
    "what": "close",
    "is_staff": "on",
    "name": "helpers",
    "post": "yes",
}
FORM |= {"text": "We move", "begins_at_0": "2026-01-01", "begins_at_1": "10:00"}
FORM |= {"ends_at_0": "2099-01-01", "ends_at_1": "10:00"}
FORM |= {f"{n}-{c}_FORMS": "0" for n in ("stays", "decisions_about") for c in ("TOTAL", "INITIAL")}


def person(role: str) -> User:
    if role == "superuser":
        return UserFactory.create(username=role, is_staff=True, is_superuser=True)
    return staff(role, *VIEWS, *(DECIDES if role == "moderator" else ()))


def about(what: str, me: User) -> Any:
    if what == "running":
        return AtTable().game
    if what == "waiting":
        return open_bruno(UserFactory.create(username="zoe"))
    if what == "open":
        return Report.objects.create(about=UserFactory.create(username="zoe"))
    if what == "posted":
        now = timezone.now()
        return Announcement.objects.create(text="Hello", begins_at=now, ends_at=now + DAY)
    if what == "self":
        return me
    if what == "player":
        return UserFactory.create(username="zoe")
    return UserFactory.create(username="other", is_staff=True, is_superuser=what == "superuser")


def path_of(model: str, page: str, what: str, me: User) -> str:
    if page in ("list", "add", "figures"):
        return reverse(f"admin:{model}_{'changelist' if page == 'list' else page}")
    return reverse(f"admin:{model}_{page}", args=[about(what, me).pk])


def stored() -> list[object]:
    tables = (Announcement, User, Game, Room, Report, Decision, Group)
    return [list(table._base_manager.order_by("pk").values()) for table in tables]


@pytest.mark.parametrize(
    ("method", "model", "page", "what", "role", "expected"), list(rows(AT_THE_DESK, ROLES))
)
def test_who_may_do_what_at_the_desk(
    client: Client, method: str, model: str, page: str, what: str, role: str, expected: str
) -> None:
    me = person(role)
    client.force_login(me)
    path = path_of(model, page, what, me)
    form = FORM | ({"what": "take"} if model == "lobby_report" else {})
    before = stored()
    answer = client.post(path, form) if method == "POST" else client.get(path)
    got = {200: "page", 302: "done", 403: "forbidden"}[answer.status_code]
    assert got == expected
    assert (stored() != before) == (expected == "done")


def test_every_model_on_the_desk_has_its_rows() -> None:
    names = {f"{m._meta.app_label}_{m._meta.model_name}" for m in admin.site._registry}
    assert names == {row[1] for row in rows(AT_THE_DESK, ROLES)}


@pytest.mark.parametrize("role", ["viewer", "moderator"])
def test_what_is_decided_is_never_pressed_on_a_list(rf: RequestFactory, role: str) -> None:
    """Where nobody would be asked for a right and a reason."""
    request = rf.get("/")
    request.user = person(role)
    offered = {model: each.get_actions(request) for model, each in admin.site._registry.items()}
    assert {model for model, actions in offered.items() if actions} == set()
