"""The admin pages about people: who is listed and found, ranks and roles."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts.models import Decision, User
from bruno_site.core.admin_base import ReasonModelForm
from tests.kit.factories import PASSWORD, UserFactory, staff

pytestmark = pytest.mark.django_db

MEMBERS = "/admin/accounts/user/"


@pytest.fixture
def boss(client: Client) -> User:
    boss = UserFactory.create(username="boss", is_staff=True, is_superuser=True)
    client.force_login(boss)
    return boss


def test_members_are_listed_and_found_by_a_part_of_their_name(client: Client, boss: User) -> None:
    UserFactory.create(username="Élodie")
    assert "Élodie" in client.get(MEMBERS, {"q": "élo"}).content.decode()
    assert "Élodie" not in client.get(MEMBERS, {"q": "zoe"}).content.decode()


def test_the_page_of_a_member_opens(client: Client, boss: User) -> None:
    assert client.get(f"{MEMBERS}{boss.pk}/change/").status_code == 200


# A valid form to give ranks, as a superuser's browser would send it.
RANKS = {"is_staff": "on", "is_superuser": "on", "why": "She helps."} | {
    f"{inline}-{count}_FORMS": "0"
    for inline in ("sessions", "decisions_about")
    for count in ("TOTAL", "INITIAL")
}


@pytest.mark.parametrize("about", ["editor", "zoe", "boss", "viewer"])
def test_nobody_but_a_superuser_gives_a_rank(client: Client, boss: User, about: str) -> None:
    staff("viewer", "view_user")
    UserFactory.create(username="zoe")
    client.force_login(staff("editor", "view_user", "change_user"))
    before = list(User.objects.order_by("pk").values())
    whom = User.objects.get(username=about)
    answer = client.post(f"{MEMBERS}{whom.pk}/change/", {**RANKS, "username": "x"})
    assert answer.status_code == 403
    assert list(User.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("right", ["view", "add", "change", "delete"])
def test_only_superusers_see_and_change_roles(client: Client, right: str) -> None:
    client.force_login(staff("editor", f"{right}_group", "change_user"))
    for path in ("/admin/auth/group/", "/admin/auth/group/add/"):
        assert client.get(path).status_code == 403
        assert client.post(path, {"name": "mine"}).status_code == 403


def test_admins_can_neither_create_nor_delete_people(client: Client, boss: User) -> None:
    zoe = UserFactory.create(username="zoe")
    for path in ("add/", f"{zoe.pk}/delete/", f"{zoe.pk}/password/"):
        assert client.get(MEMBERS + path).status_code in (302, 403, 404)
    client.post(MEMBERS, {"action": "delete_selected", "_selected_action": [zoe.pk], "post": "yes"})
    assert User.objects.filter(pk=zoe.pk).exists()


def test_a_superuser_gives_a_rank_with_a_reason(client: Client, boss: User) -> None:
    zoe = UserFactory.create(username="zoe")
    page = f"{MEMBERS}{zoe.pk}/change/"
    client.post(page, RANKS | {"why": ""})
    assert not User.objects.get(pk=zoe.pk).is_staff
    client.post(page, RANKS)
    assert User.objects.get(pk=zoe.pk).is_staff
    assert Decision.objects.get().why == "She helps."


def test_a_role_is_made_and_changed_with_a_reason_and_never_deleted(
    client: Client, boss: User
) -> None:
    roles = "/admin/auth/group/"
    client.post(f"{roles}add/", {"name": "helpers"})
    assert not Group.objects.exists()
    client.post(f"{roles}add/", {"name": "helpers", "why": "They look at reports."})
    role = Group.objects.get()
    client.post(f"{roles}{role.pk}/change/", {"name": "friends", "why": "A better word."})
    assert client.post(f"{roles}{role.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Group.objects.get().name == "friends"
    reasons = Decision.objects.order_by("at").values_list("what", "why")
    assert list(reasons) == [("role", "They look at reports."), ("role", "A better word.")]


def test_a_person_is_found_by_where_they_are_logged_in(client: Client, boss: User) -> None:
    zoe = UserFactory.create(username="zoe")
    visit = Client(REMOTE_ADDR="203.0.113.9")
    visit.post("/accounts/log-in/", {"username": "zoe", "password": PASSWORD})
    link = f"{MEMBERS}{zoe.pk}/change/"
    for asked in ("203.0.113.9", str(visit.session.session_key), "ZO"):
        assert link in client.get(MEMBERS, {"q": asked}).content.decode()
    for asked in ("203.0.113.8", str(visit.session.session_key)[:-1], "203.0.113."):
        assert link not in client.get(MEMBERS, {"q": asked}).content.decode()


@pytest.fixture
def chief() -> User:
    return UserFactory.create(username="chief", is_staff=True, is_superuser=True)


def change_while_form_is_checked(
    monkeypatch: pytest.MonkeyPatch, person: User, **columns: object
) -> None:
    """Change columns of a person at the moment when a form about ranks is checked."""

    def clean(form: ReasonModelForm) -> Any:
        User.objects.filter(pk=person.pk).update(**columns)
        return form.cleaned_data

    monkeypatch.setattr(ReasonModelForm, "clean", clean)


def test_two_superusers_cannot_take_each_others_rank_at_once(
    client: Client, boss: User, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_while_form_is_checked(monkeypatch, boss, is_superuser=False, is_staff=False)
    form = {name: value for name, value in RANKS.items() if not name.startswith("is_")}
    assert client.post(f"{MEMBERS}{chief.pk}/change/", form).status_code == 403
    assert User.objects.get(pk=chief.pk).is_superuser
    assert not Decision.objects.exists()


def test_a_new_rank_undoes_no_decision_made_meanwhile(
    client: Client, boss: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    zoe, tomorrow = UserFactory.create(username="zoe"), timezone.now() + timedelta(days=1)
    change_while_form_is_checked(monkeypatch, zoe, suspended_until=tomorrow, password="another")
    client.post(f"{MEMBERS}{zoe.pk}/change/", RANKS)
    zoe.refresh_from_db()
    assert (zoe.is_staff, zoe.is_superuser) == (True, True)
    assert (zoe.suspended_until, zoe.password) == (tomorrow, "another")
