"""P23: a deletion leaves nothing behind, whatever is done at the same time in another tab."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random
from threading import Event
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client
from pytest import MonkeyPatch
from pytest_django import Settings

from accounts import account_deletion, blocks, mailer
from accounts.models import PREFERENCES, RateLimitCounter, User
from games.models import Game, Player
from games.rules.game import Refused
from lobby.models import Party, Report, Room, RoomSeat, Ticket
from tests.kit.another_tab import DEEDS, Act, attempt
from tests.kit.factories import PASSWORD, UserFactory
from tests.kit.races import at_once, rounds

pytestmark = pytest.mark.django_db(transaction=True)

# Games stay, and decisions of admins, and leases, which expire by themselves.
MAY_STAY = {"Player", "Played", "Standing", "Tally", "Decision", "Visit", "Watcher"}
# A room whose game has started stays: its players reach the game by it.
WAITING: dict[Any, dict[str, Any]] = {Room: {"game": None}, RoomSeat: {"room__game": None}}
numbers = count(1)


@pytest.fixture(autouse=True)
def fast_and_without_mail(settings: Settings, monkeypatch: MonkeyPatch) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.HAS_MAIL = True
    monkeypatch.setattr(mailer, "send", lambda *_letter: None)


def left_behind(me: User) -> Iterator[str]:
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.get_fields():
            if field.concrete and field.related_model is User:
                found = model._default_manager.filter(**{field.name: me})
                if model in WAITING:
                    found = found.filter(**WAITING[model])
                if found.exists() and model.__name__ not in MAY_STAY:
                    yield f"{model.__name__}.{field.name}"
    if any(line.get("by") == me.pk for report in Report.objects.all() for line in report.said):
        yield "Report.said"
    left, default = User.objects.get(pk=me.pk), User()
    yield from (
        name for name in (*PREFERENCES, "email") if getattr(left, name) != getattr(default, name)
    )
    if left.is_active or left.email_asked or not left.username.startswith("Deleted "):
        yield "User"
    if any(str(me.pk) == each.get_decoded().get("_auth_user_id") for each in Session.objects.all()):
        yield "Session"
    if Player.objects.filter(user=me, has_given_up=False, game__finished_at=None).exists():
        yield "a seat that waits"


def clear_tables() -> None:
    for table in (Ticket, Party, Room, RateLimitCounter):
        table._default_manager.all().delete()
    Game.objects.filter(finished_at=None).update(deadline=None)


def attempt_after(act: Act, wait: float) -> None:
    time.sleep(wait)
    attempt(act)


def delete_during(names: list[str], luck: Random) -> list[str]:
    """Delete an account while these things are done in other tabs; return what is left of it."""
    clear_tables()
    me = UserFactory.create(username=f"quokka{next(numbers)}", password=make_password(PASSWORD))
    friends = UserFactory.create_batch(3)
    acts = []
    for name in names:
        with suppress(Refused):  # a person at one table cannot do everything at once
            acts.append(DEEDS[name](User.objects.get(pk=me.pk), friends))
    browser = Client()
    browser.force_login(me)
    delete = partial(browser.post, "/accounts/delete/", {"password": PASSWORD})
    tabs = [partial(attempt_after, act, luck.random() / 20) for act in acts]
    assert at_once([delete, *tabs]) == Counter(made=1 + len(tabs)), names
    return list(left_behind(me))


@pytest.mark.parametrize("name", DEEDS)
def test_nothing_is_left_of_an_account_that_is_deleted_during_an_action(name: str) -> None:
    assert delete_during([name], Random(name)) == []


def test_a_deletion_waits_for_an_uncommitted_row_and_deletes_it() -> None:
    """The row is written before the account is marked as deleted, and committed long after."""
    me, friend = UserFactory.create_batch(2)
    written = Event()

    def block_slowly() -> None:
        with transaction.atomic():
            blocks.block(friend, me)
            written.set()
            time.sleep(1)

    def delete() -> None:
        assert written.wait(10)
        account_deletion.delete_account(me)

    assert at_once([block_slowly, delete]) == Counter(made=2)
    assert list(left_behind(me)) == []


@rounds(3)
def test_nothing_is_left_whatever_several_tabs_do_at_once(rounds: int) -> None:
    luck = Random(10)
    for _round in range(rounds):
        names = luck.sample(sorted(DEEDS), 4)
        assert delete_during(names, luck) == [], names


@rounds(3)
def test_two_who_delete_their_accounts_at_once_leave_nothing_either(rounds: int) -> None:
    """They sit, wait and chat at the same tables."""
    for _round in range(rounds):
        clear_tables()
        both = [
            UserFactory.create(username=f"quokka{next(numbers)}", password=make_password(PASSWORD))
            for _person in range(2)
        ]
        friends = UserFactory.create_batch(2)
        Party.objects.create(host=both[0], kind="bruno", friend=both[1])
        for name in ("report", "say_in_a_room", "call_for_another_game", "hand_me_the_table"):
            for me, other in (both, reversed(both)):
                attempt(DEEDS[name](me, [other, *friends]))
        browsers = [Client(), Client()]
        for browser, me in zip(browsers, both, strict=True):
            browser.force_login(me)
        form = {"password": PASSWORD}
        deletes = [partial(browser.post, "/accounts/delete/", form) for browser in browsers]
        assert at_once(deletes) == Counter(made=2)
        assert [list(left_behind(me)) for me in both] == [[], []]
