"""Decisions of moderators about people, made in the admin site."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import DatabaseError, transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts import account_deletion, mailer, recovery_codes
from accounts.models import Decision, User
from bruno_site.live import hub
from bruno_site.live.socket import RECONNECT
from bruno_site.live.threads import in_thread
from tests.kit.at_table import AtTable
from tests.kit.factories import PASSWORD, UserFactory, staff
from tests.kit.sockets import table_line

pytestmark = pytest.mark.django_db

TOMORROW = f"{timezone.now() + timedelta(days=1):%Y-%m-%dT%H:%M}"
SUSPEND = {"what": "suspend", "until": TOMORROW, "sentence": "You called others names."}


@pytest.fixture
def boss(client: Client) -> User:
    boss = UserFactory.create(username="boss", is_staff=True, is_superuser=True)
    client.force_login(boss)
    return boss


@pytest.fixture
def zoe() -> User:
    return UserFactory.create(username="zoe")


def decide(client: Client, about: User, **given: str) -> HttpResponse:
    form = {"why": "Three reports.", **given}
    return client.post(f"/admin/accounts/user/{about.pk}/decide/", form)  # type: ignore[return-value]


def fresh(person: User) -> User:
    return User.objects.get(pk=person.pk)


def test_a_suspended_person_is_told_why(client: Client, boss: User, zoe: User) -> None:
    assert decide(client, zoe, **SUSPEND).status_code == 302
    assert fresh(zoe).is_suspended(timezone.now())
    kept = Decision.objects.get()
    assert (kept.by, kept.about, kept.what, bool(kept.why)) == (boss, zoe, "suspend", True)
    form = {"username": "zoe", "password": PASSWORD}
    answer = Client().post("/accounts/log-in/", form)
    assert "You called others names." in answer.content.decode()
    decide(client, zoe, what="lift the suspension")
    assert Client().post("/accounts/log-in/", form).status_code == 302


def test_a_person_is_muted_renamed_closed_and_reopened(
    client: Client, boss: User, zoe: User
) -> None:
    decide(client, zoe, what="mute", until=TOMORROW)
    assert fresh(zoe).muted_until is not None
    decide(client, zoe, what="let speak again")
    assert fresh(zoe).muted_until is None
    decide(client, zoe, what="rename", name="zelda")
    assert (fresh(zoe).username, fresh(zoe).key) == ("zelda", "zelda")
    decide(client, zoe, what="close")
    assert not fresh(zoe).is_active
    decide(client, zoe, what="open again")
    assert fresh(zoe).is_active
    assert Decision.objects.filter(by=boss, about=zoe, why="Three reports.").count() == 5


def test_a_new_password_is_asked_for_by_letter(
    client: Client, boss: User, zoe: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailer, "send", mailer._deliver)
    visit = Client()
    visit.force_login(zoe)
    User.objects.filter(pk=zoe.pk).update(email="zoe@example.org")
    assert decide(client, zoe, what="new password").status_code == 302
    assert not fresh(zoe).has_usable_password()
    assert "/accounts/reset/" in mail.outbox[0].body
    assert not zoe.sessions.exists()
    assert visit.get("/accounts/settings/").status_code == 302


def test_a_password_is_removed_only_if_its_owner_can_recover_the_account(
    client: Client, boss: User, zoe: User
) -> None:
    answer = decide(client, zoe, what="new password")
    assert "could never come back" in answer.content.decode()
    assert fresh(zoe).password == zoe.password and not Decision.objects.exists()
    recovery_codes.replace_codes(zoe)
    assert decide(client, zoe, what="new password").status_code == 302


@pytest.mark.parametrize(
    "given",
    [
        {"what": "close", "why": ""},
        {"what": "close", "why": "x" * 501},
        {"what": "nothing"},
        {"what": "suspend", "until": TOMORROW},
        {"what": "suspend", "sentence": "Out."},
        {"what": "mute", "until": "2001-01-01T00:00"},
        {"what": "mute", "until": "9999-12-31T23:59"},
        {"what": "mute", "until": "soon"},
        {"what": "rename"},
        {"what": "rename", "name": "admin"},
        {"what": "rename", "name": "b\u043ess"},
        {"what": "rename", "name": "boss"},
        {"what": "rename", "name": "\u200b"},
    ],
    ids=str,
)
def test_a_decision_that_makes_no_sense_is_refused_in_a_sentence(
    client: Client, boss: User, zoe: User, given: dict[str, str]
) -> None:
    before = User.objects.filter(pk=zoe.pk).values().get()
    answer = decide(client, zoe, **given)
    assert answer.status_code == 200 and "errorlist" in answer.content.decode()
    assert User.objects.filter(pk=zoe.pk).values().get() == before
    assert not Decision.objects.exists()


@pytest.mark.parametrize(
    ("by", "about"),
    [
        *(("viewer", about) for about in ("zoe", "boss", "viewer", "editor")),
        *(("editor", about) for about in ("boss", "viewer", "editor")),
        ("boss", "boss"),
    ],
)
def test_admins_without_the_right_cannot_decide(
    client: Client, boss: User, zoe: User, by: str, about: str
) -> None:
    staff("viewer", "view_user")
    staff("editor", "view_user", "change_user")
    client.force_login(User.objects.get(username=by))
    answer = decide(client, User.objects.get(username=about), **SUSPEND)
    assert answer.status_code == 403
    assert not User.objects.exclude(suspended_until=None).exists()


def test_an_editor_decides_about_players(client: Client, boss: User, zoe: User) -> None:
    client.force_login(staff("editor", "view_user", "change_user"))
    assert decide(client, zoe, **SUSPEND).status_code == 302
    assert fresh(zoe).is_suspended(timezone.now())


@pytest.mark.parametrize("change", [{"why": "Never."}, {"why": "", "what": "mute"}], ids=str)
def test_no_decision_ever_changes(boss: User, zoe: User, change: dict[str, Any]) -> None:
    Decision.objects.create(by=boss, about=zoe, what="close", why="Three reports.")
    with pytest.raises(DatabaseError, match="a decision stays"), transaction.atomic():
        Decision.objects.update(**change)
    with pytest.raises(DatabaseError, match="a decision stays"), transaction.atomic():
        Decision.objects.all()._raw_delete("default")


def test_the_reason_of_a_decision_is_deleted_with_the_account(boss: User, zoe: User) -> None:
    Decision.objects.create(by=boss, about=zoe, what="mute", why="zoe said so")
    account_deletion.delete_account(zoe)
    assert (Decision.objects.get().what, Decision.objects.get().why) == ("mute", "")


@pytest.mark.django_db(transaction=True)
async def test_somebody_suspended_while_they_play_is_cut_within_a_beat(
    no_beat_by_itself: None,
) -> None:
    table = await in_thread(AtTable)
    player = table.users[0]
    async with table_line(table.code, player) as line:
        await line.hear()
        await in_thread(suspend_as_admin, player)
        await hub.running_hub().beat()
        assert await line.closed_with() == RECONNECT


def suspend_as_admin(player: User) -> None:
    client = Client()
    client.force_login(UserFactory.create(username="boss", is_staff=True, is_superuser=True))
    assert decide(client, player, **SUSPEND).status_code == 302
