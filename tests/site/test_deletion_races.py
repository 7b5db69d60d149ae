"""P23: whoever deletes their account leaves nothing behind, whatever is done in another tab."""

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

from accounts import farewell, post, shuns
from accounts.models import TASTE, Tally, User
from games.models import Game, Player
from games.rules.game import Refused
from lobby.models import Party, Report, Room, RoomSeat, Ticket
from tests.kit.another_tab import DEEDS, Act, attempt
from tests.kit.factories import PASSWORD, UserFactory
from tests.kit.races import at_once, rounds

pytestmark = pytest.mark.django_db(transaction=True)

# What was played stays, what was decided, and leases, which end by themselves.
MAY_STAY = {"Player", "Played", "Standing", "Tally", "Decision", "Visit", "Watcher"}
# A room whose game has begun is the way to the game, for those who sat down there.
WAITING: dict[Any, dict[str, Any]] = {Room: {"game": None}, RoomSeat: {"room__game": None}}
numbers = count(1)


@pytest.fixture(autouse=True)
def quick(settings: Settings, monkeypatch: MonkeyPatch) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.HAS_MAIL = True
    monkeypatch.setattr(post, "send", lambda *_letter: None)


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
    left, nobody = User.objects.get(pk=me.pk), User()
    yield from (name for name in (*TASTE, "email") if getattr(left, name) != getattr(nobody, name))
    if left.is_active or left.email_asked or not left.username.startswith("Deleted "):
        yield "User"
    if any(str(me.pk) == each.get_decoded().get("_auth_user_id") for each in Session.objects.all()):
        yield "Session"
    if Player.objects.filter(user=me, has_given_up=False, game__finished_at=None).exists():
        yield "a seat that waits"


def clear() -> None:
    for table in (Ticket, Party, Room, Tally):
        table._default_manager.all().delete()
    Game.objects.filter(finished_at=None).update(deadline=None)


def a_little_later(act: Act, wait: float) -> None:
    time.sleep(wait)
    attempt(act)


def delete_beside(names: list[str], luck: Random) -> list[str]:
    """The account, while these things are done; and what is left of it."""
    clear()
    me = UserFactory.create(username=f"quokka{next(numbers)}", password=make_password(PASSWORD))
    friends = UserFactory.create_batch(3)
    acts = []
    for name in names:
        with suppress(Refused):  # who sits at a table already cannot do everything
            acts.append(DEEDS[name](User.objects.get(pk=me.pk), friends))
    browser = Client()
    browser.force_login(me)
    delete = partial(browser.post, "/accounts/delete/", {"password": PASSWORD})
    tabs = [partial(a_little_later, act, luck.random() / 20) for act in acts]
    assert at_once([delete, *tabs]) == Counter(made=1 + len(tabs)), names
    return list(left_behind(me))


@pytest.mark.parametrize("name", DEEDS)
def test_nothing_is_left_of_an_account_that_is_deleted_beside(name: str) -> None:
    assert delete_beside([name], Random(name)) == []


def test_a_row_that_is_on_its_way_is_waited_for_and_taken_away() -> None:
    """It is written before the account is marked, and committed long after."""
    me, friend = UserFactory.create_batch(2)
    written = Event()

    def block_slowly() -> None:
        with transaction.atomic():
            shuns.block(friend, me)
            written.set()
            time.sleep(1)

    def delete() -> None:
        assert written.wait(10)
        farewell.part_with(me)

    assert at_once([block_slowly, delete]) == Counter(made=2)
    assert list(left_behind(me)) == []


@rounds(3)
def test_nothing_is_left_whatever_several_tabs_do(rounds: int) -> None:
    luck = Random(10)
    for _round in range(rounds):
        names = luck.sample(sorted(DEEDS), 4)
        assert delete_beside(names, luck) == [], names


@rounds(3)
def test_two_who_delete_their_accounts_at_once_leave_nothing_either(rounds: int) -> None:
    """They sit, wait and talk at the same tables."""
    for _round in range(rounds):
        clear()
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
