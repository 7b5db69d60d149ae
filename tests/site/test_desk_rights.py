"""P15: who may do what in the Django admin."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.test import Client, RequestFactory
from django.urls import URLPattern, reverse
from django.utils import timezone

from accounts.models import Decision, User
from games.models import Announcement, Game, Mismatch
from lobby.models import Report, Room
from tests.kit.at_table import AtTable
from tests.kit.desk_rights import AROUND_THE_DESK, AT_THE_DESK
from tests.kit.factories import UserFactory, open_bruno, staff
from tests.kit.rights import rows

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
ROLES = ("viewer", "moderator", "superuser")
AROUND = list(rows(AROUND_THE_DESK, ("staff", *ROLES)))
RIGHTS_TO_VIEW = ("view_user", "view_game", "view_room", "view_report")
RIGHTS_TO_DECIDE: tuple[str, ...] = ("add_announcement", "change_announcement")
RIGHTS_TO_DECIDE += ("change_user", "close_game", "change_report", "view_decision")
FORM = {
    "why": "Three reports.",
    "what": "close",
    "is_staff": "on",
    "name": "helpers",
    "post": "yes",
}
FORM |= {"text": "We move", "begins_at_0": "2026-01-01", "begins_at_1": "10:00"}
FORM |= {"ends_at_0": "2099-01-01", "ends_at_1": "10:00"}
FORM |= {
    f"{n}-{c}_FORMS": "0" for n in ("sessions", "decisions_about") for c in ("TOTAL", "INITIAL")
}


def person(role: str) -> User:
    if role == "superuser":
        return UserFactory.create(username=role, is_staff=True, is_superuser=True)
    if role == "staff":
        return staff(role)
    return staff(role, *RIGHTS_TO_VIEW, *(RIGHTS_TO_DECIDE if role == "moderator" else ()))


def make_object(what: str, me: User) -> Any:
    if what == "running":
        return AtTable().game
    if what == "waiting":
        return open_bruno(UserFactory.create(username="zoe"))
    if what == "open":
        return Report.objects.create(about=UserFactory.create(username="zoe"))
    if what == "posted":
        now = timezone.now()
        return Announcement.objects.create(text="Hello", begins_at=now, ends_at=now + DAY)
    if what == "decided":
        return Decision.objects.create(by=me, what="role", subject="role 1", why="So it was.")
    if what == "role":
        return Group.objects.create(name="hands")
    if what == "found":
        return Mismatch.objects.create(game=AtTable().game, move=1)
    if what == "self":
        return me
    if what == "player":
        return UserFactory.create(username="zoe")
    return UserFactory.create(username="other", is_staff=True, is_superuser=what == "superuser")


def path_of(model: str, page: str, what: str, me: User) -> str:
    if page in ("list", "add", "figures"):
        return reverse(f"admin:{model}_{'changelist' if page == 'list' else page}")
    return reverse(f"admin:{model}_{page}", args=[make_object(what, me).pk])


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


def test_every_admin_page_of_a_model_is_in_the_table_of_rights() -> None:
    pages = {each.name for model in admin.site._registry.values() for each in model.get_urls()}
    known = {f"{model}_{page}" for _way, model, page, *_row in rows(AT_THE_DESK, ROLES)}
    assert {each.replace("changelist", "list") for each in pages if each} == known


@pytest.mark.parametrize(("method", "page", "role", "expected"), AROUND)
def test_who_may_see_the_general_pages_of_the_admin(
    client: Client, method: str, page: str, role: str, expected: str
) -> None:
    client.force_login(person(role))
    if page == "anything_else":
        path = "/admin/anything-else/"
    else:
        path = reverse(f"admin:{page}", args=["games"] if page == "app_list" else [])
    before = stored()
    answer = client.post(path, FORM) if method == "POST" else client.get(path)
    assert {200: "page", 302: "elsewhere", 404: "absent"}[answer.status_code] == expected
    assert stored() == before


def test_every_general_page_of_the_admin_is_in_the_table_of_rights() -> None:
    pages = [each for each in admin.site.get_urls() if isinstance(each, URLPattern)]
    assert {each.name or "anything_else" for each in pages} == {row[1] for row in AROUND}


@pytest.mark.parametrize("role", ["staff", "superuser"])
def test_the_admin_leads_nobody_to_a_private_table(client: Client, role: str) -> None:
    """Django's redirect by content type and number would reveal the address."""
    client.force_login(person(role))
    room = open_bruno(UserFactory.create(username="zoe"))
    for thing in (room, AtTable().game):
        kind = ContentType.objects.get_for_model(thing).pk
        assert client.get(f"/admin/r/{kind}/{thing.pk}/").status_code == 404
    page = client.get(reverse("admin:lobby_room_change", args=[room.pk]))
    assert page.status_code == (200 if role == "superuser" else 403)
    assert "/admin/r/" not in page.content.decode()


@pytest.mark.parametrize("role", ["viewer", "moderator"])
def test_no_admin_list_offers_actions(rf: RequestFactory, role: str) -> None:
    """There, no decision would ask for the right to make it or for a reason."""
    request = rf.get("/")
    request.user = person(role)
    offered = {model: each.get_actions(request) for model, each in admin.site._registry.items()}
    assert {model for model, actions in offered.items() if actions} == set()
