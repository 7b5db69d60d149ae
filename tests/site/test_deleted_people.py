"""P23: what the database refuses about a deleted person, and what a deletion cleans up."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from pytest import LogCaptureFixture, MonkeyPatch
from pytest_django import Settings

from accounts import account_deletion, blocks
from accounts.deleted_people import UNGUARDED, columns_naming_people
from accounts.models import Deletion, User
from bruno_site.core.personal_data import PersonalData
from games.deleted_people import PersonDeleted
from games.log import ends
from games.models import Game
from lobby import service
from lobby.models import Notice, Party, Room, RoomSeat, Ticket
from lobby.queue import matches
from tests.kit.another_tab import SETTINGS, a_game, over
from tests.kit.factories import PASSWORD, UserFactory, four_players, open_bruno

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fast_password_hashing(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def person_being_deleted(**about: Any) -> User:
    """Create a person whose deletion has started and is not finished."""
    person = UserFactory.create(password=make_password(PASSWORD), **about)
    assert account_deletion.start_deletion(person)
    return person


def test_every_table_that_names_people_is_guarded_or_an_exception() -> None:
    with connection.cursor() as cursor:
        where = "sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "postgresql":
            where = "(SELECT tgname AS name FROM pg_trigger) AS triggers"
        cursor.execute(f"SELECT name FROM {where}")
        triggers = {name for (name,) in cursor.fetchall()}
    named = list(columns_naming_people())
    assert len(named) > 25
    for table, column in named:
        is_unguarded = bool(UNGUARDED & {table, f"{table}.{column}"})
        for change in ("inserted", "changed"):
            assert (f"{table}__{column}_{change}" in triggers) is not is_unguarded
    assert {name.partition(".")[0] for name in UNGUARDED} <= {table for table, _column in named}


def test_no_new_row_may_refer_to_a_person_being_deleted() -> None:
    person, friend = person_being_deleted(), UserFactory.create()
    for act in (
        lambda: blocks.block(friend, person),
        lambda: blocks.block(person, friend),
        lambda: open_bruno(person),
        lambda: RoomSeat.objects.filter(room=open_bruno(friend)).update(user=person),
    ):
        with pytest.raises(PersonDeleted, match="has been deleted"), transaction.atomic():
            act()
    assert not person.blocks.exists() and not person.blocked_by.exists()
    assert not Room.objects.filter(host=person).exists()


@pytest.mark.parametrize("deletion", Deletion)
@pytest.mark.parametrize(
    "change", [{"email": "a@b.example"}, {"deletion": ""}, {"is_active": True}]
)
def test_the_row_of_a_deleted_person_may_not_change(deletion: str, change: dict[str, Any]) -> None:
    person = person_being_deleted()
    if deletion == Deletion.DONE:
        account_deletion.finish_deletion(person)
    with pytest.raises(PersonDeleted), transaction.atomic():
        User.objects.filter(pk=person.pk).update(**change)
    assert User.objects.get(pk=person.pk).deletion == deletion


@pytest.mark.django_db(transaction=True)
def test_a_form_that_comes_too_late_finds_them_logged_out(
    client: Client, monkeypatch: MonkeyPatch
) -> None:
    """The request had loaded the user before another tab deleted the account."""
    person = UserFactory.create()
    client.force_login(person)
    valid = get_user_model().save

    def delete_first(self: User, *given: Any, **named: Any) -> None:
        monkeypatch.setattr(User, "save", valid)
        account_deletion.delete_account(User.objects.get(pk=person.pk))
        valid(self, *given, **named)

    monkeypatch.setattr(User, "save", delete_first)
    answer = client.post("/accounts/settings/", SETTINGS, follow=True)
    assert "This account has been deleted." in answer.content.decode()
    assert answer.request["PATH_INFO"] == "/accounts/log-in/"
    assert User.objects.get(pk=person.pk).deck == "italian"
    assert "_auth_user_id" not in client.session


def test_an_action_about_a_deleted_person_is_refused_with_a_sentence(
    client: Client, monkeypatch: MonkeyPatch
) -> None:
    bob, person = UserFactory.create(username="bob"), person_being_deleted()
    client.force_login(bob)
    monkeypatch.setattr(blocks, "find_person", lambda _name: person)
    form = {"name": person.username, "how": "block"}
    answer = client.post("/accounts/block/", form, follow=True)
    page = answer.content.decode()
    assert "An account that this is about has been deleted. Load the page again." in page
    assert client.get("/accounts/blocks/").status_code == 200, "still logged in"


def test_the_clock_finishes_an_interrupted_deletion(
    monkeypatch: MonkeyPatch, caplog: LogCaptureFixture
) -> None:
    person, friend = UserFactory.create(username="Quokka"), UserFactory.create()
    blocks.block(person, friend)
    room = open_bruno(person)

    def fail(_user: User) -> None:
        raise RuntimeError("out of order")

    with monkeypatch.context() as patch:
        broken = [PersonalData(lambda user: iter(()), fail)]
        patch.setattr(account_deletion, "personal_data_of_apps", lambda: iter(broken))
        account_deletion.delete_account(person)
    assert f"The deletion of person {person.pk} is to be finished" in caplog.text
    left = User.objects.get(pk=person.pk)
    assert (left.username, left.is_active, left.deletion) == ("Quokka", False, "running")
    assert account_deletion.finish_deletions(timezone.now()) == 1
    left = User.objects.get(pk=person.pk)
    assert left.username.startswith("Deleted ") and left.deletion == "done"
    assert not left.blocks.exists() and not Room.objects.filter(pk=room.pk).exists()
    assert account_deletion.finish_deletions(timezone.now()) == 0


def test_a_deletion_can_be_asked_for_and_finished_twice() -> None:
    person = UserFactory.create()
    account_deletion.delete_account(person)
    name = User.objects.get(pk=person.pk).username
    account_deletion.delete_account(person)
    account_deletion.finish_deletion(person)
    assert User.objects.get(pk=person.pk).username == name


def test_a_frozen_game_does_not_prevent_a_deletion() -> None:
    person, *others = four_players()
    game = a_game(person, others)
    ends.freeze(Game.objects.get(pk=game.pk))
    account_deletion.delete_account(person)
    assert User.objects.get(pk=person.pk).deletion == Deletion.DONE


def test_rooms_of_a_deleted_host_are_passed_on_or_closed_also_without_a_seat() -> None:
    person, friend, _carol, _dave = four_players()
    shared, lonely = open_bruno(person), open_bruno(person)
    service.sit(code=shared.code, user=friend, seat=2)
    RoomSeat.objects.filter(user=person).delete()
    account_deletion.delete_account(person)
    assert Room.objects.get(pk=shared.pk).host == friend
    assert not Room.objects.filter(pk=lonely.pk).exists()


def test_parties_of_a_deleted_person_are_dissolved_also_without_tickets() -> None:
    person, friend, _carol, _dave = four_players()
    mine = Party.objects.create(host=person, kind="uno", friend=friend)
    theirs = Party.objects.create(host=friend, kind="uno", friend=person)
    Ticket.objects.create(user=friend, kind="uno", party=mine)
    account_deletion.delete_account(person)
    assert Party.objects.get() == theirs
    assert Party.objects.get().friend is None and not Ticket.objects.exists()


@pytest.mark.parametrize("is_closed", [False, True])
def test_a_rematch_keeps_no_seat_for_a_deleted_or_disabled_account(is_closed: bool) -> None:
    person, *others = four_players()
    game = over(a_game(person, others))
    if is_closed:
        User.objects.filter(pk=person.pk).update(is_active=False)
    else:
        account_deletion.delete_account(person)
    room = service.play_again(user=others[0], code=game.code)
    assert sorted(room.seats.values_list("seat", flat=True)) == [1, 2, 3]
    assert not Notice.objects.filter(user=person).exists()


def test_the_others_in_the_queue_are_matched_while_an_account_is_being_deleted() -> None:
    person, *others = (UserFactory.create() for _person in range(5))
    since = timezone.now() - timedelta(minutes=5)
    for user in (person, *others):
        Ticket.objects.create(user=user, kind="bruno", since=since)
    assert account_deletion.start_deletion(person)
    assert matches.run(timezone.now()) == 1
    assert set(RoomSeat.objects.values_list("user", flat=True)) == {user.pk for user in others}
