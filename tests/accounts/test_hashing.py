"""Hashing is slow on purpose, and nobody else pays for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Event, Semaphore, Thread

import pytest
from django.contrib.auth.hashers import (
    Argon2PasswordHasher,
    PBKDF2PasswordHasher,
    make_password,
)
from django.db import connection
from django.test import Client
from pytest import MonkeyPatch
from pytest_django import Settings

from accounts import hashing, limits
from accounts.models import User
from bruno_site import settings as of_the_site
from tests.kit.factories import PASSWORD, UserFactory

LOG_IN = "/accounts/log-in/"


@pytest.fixture(autouse=True)
def our_hashers(settings: Settings, quick_passwords: None) -> None:
    settings.PASSWORD_HASHERS = of_the_site.PASSWORD_HASHERS


def side_by_side(act: Callable[[], object], people: int) -> list[Thread]:
    threads = [Thread(target=act) for _person in range(people)]
    for thread in threads:
        thread.start()
    return threads


def test_no_more_than_two_hash_at_once() -> None:
    inside, go = Semaphore(0), Event()

    def hash_one() -> None:
        with hashing.a_turn():
            inside.release()
            go.wait(20)

    threads = side_by_side(hash_one, 5)
    assert inside.acquire(timeout=10) and inside.acquire(timeout=10)
    assert not inside.acquire(timeout=0.2)
    go.set()
    assert all(inside.acquire(timeout=10) for _other in range(3))
    for thread in threads:
        thread.join(10)


@pytest.mark.django_db(transaction=True)
def test_a_dozen_wrong_log_ins_hold_no_connection_while_they_hash(
    monkeypatch: MonkeyPatch,
) -> None:
    UserFactory.create(username="alice", password=make_password(PASSWORD))
    held: list[bool] = []

    def watched(self: Argon2PasswordHasher, password: str, encoded: str) -> bool:
        held.append(connection.connection is not None)
        return False

    monkeypatch.setattr(Argon2PasswordHasher, "verify", watched)
    answers: list[int] = []

    def guess() -> None:
        form = {"username": "alice", "password": "wrong"}
        answers.append(Client().post(LOG_IN, form).status_code)
        connection.close()

    for thread in side_by_side(guess, 10):
        thread.join(30)
    assert answers == [200] * 10
    assert held == [False] * 10


def connections_out() -> int:
    stats: dict[str, int] = connection.pool.get_stats()  # type: ignore[attr-defined]
    return stats["pool_size"] - stats["pool_available"]


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_while_many_log_in_the_pool_has_connections_for_the_tables(
    monkeypatch: MonkeyPatch,
) -> None:
    UserFactory.create(username="alice", password=make_password(PASSWORD))
    # This test's own, and any that the pool misses since another test.
    before = connections_out()
    waiting, go = Semaphore(0), Event()
    given_back = hashing.give_connections_back

    def stand_in_line() -> None:
        given_back()
        waiting.release()
        go.wait(20)

    monkeypatch.setattr(hashing, "give_connections_back", stand_in_line)

    def guess() -> None:
        Client().post(LOG_IN, {"username": "alice", "password": "wrong"})
        connection.close()

    threads = side_by_side(guess, 10)
    assert all(waiting.acquire(timeout=20) for _guess in threads)
    assert User.objects.count() == 1
    # No more than before. The pool's own threads take some in a little late.
    until = time.monotonic() + 10
    while connections_out() > before:
        assert time.monotonic() < until
        time.sleep(0.02)
    go.set()
    for thread in threads:
        thread.join(20)


@pytest.mark.django_db
def test_whoever_finds_too_long_a_line_is_told_to_come_back(
    client: Client, monkeypatch: MonkeyPatch
) -> None:
    UserFactory.create(username="alice", password=make_password(PASSWORD))
    monkeypatch.setattr(hashing, "PATIENCE", 0.01)
    with hashing.a_turn(), hashing.a_turn():
        answer = client.post(LOG_IN, {"username": "alice", "password": PASSWORD})
    assert answer.status_code == 503
    assert answer["Retry-After"] == "10"
    assert "try again in a few seconds" in answer.content.decode()


def counted(monkeypatch: MonkeyPatch) -> list[AbstractContextManager[None]]:
    """The turns that are taken from now on."""
    turns: list[AbstractContextManager[None]] = []
    a_turn = hashing.a_turn

    def take_one() -> AbstractContextManager[None]:
        turns.append(a_turn())
        return turns[-1]

    monkeypatch.setattr(hashing, "a_turn", take_one)
    return turns


@pytest.mark.django_db
@pytest.mark.parametrize("password", ["wrong", PASSWORD])
def test_for_whoever_tries_too_often_nothing_is_hashed(
    client: Client, monkeypatch: MonkeyPatch, password: str
) -> None:
    UserFactory.create(username="alice", password=make_password(PASSWORD))
    monkeypatch.setattr(limits, "TRIES_AT_ONE", limits.TRIES_AT_ONE._replace(most=0))
    turns = counted(monkeypatch)
    page = client.post(LOG_IN, {"username": "alice", "password": password}).content.decode()
    assert "That was too often." in page
    assert turns == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["alice", "closed", "nobody", "Guest AAA", "otherwise"])
def test_for_every_name_the_same_work_is_done_and_the_same_is_said(
    client: Client, monkeypatch: MonkeyPatch, name: str
) -> None:
    hashed = make_password(PASSWORD)
    UserFactory.create(username="alice", password=hashed)
    UserFactory.create(username="closed", password=hashed, is_active=False)
    UserFactory.create(username="Guest AAA", password=make_password(None), is_guest=True)
    elsewhere = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1)
    UserFactory.create(username="otherwise", password=elsewhere)
    # It takes another time than ours, and so would tell that there is such an account.
    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", None)
    turns = counted(monkeypatch)
    page = client.post(LOG_IN, {"username": name, "password": "wrong"}).content.decode()
    assert "There is nobody with this name and password." in page
    assert len(turns) == 1


@pytest.mark.django_db
def test_a_password_of_older_days_still_opens_and_is_hashed_anew(
    client: Client, monkeypatch: MonkeyPatch
) -> None:
    UserFactory.create(username="alice")
    assert "$m=8,t=1,p=1$" in User.objects.get().password
    turns = counted(monkeypatch)
    client.post(LOG_IN, {"username": "alice", "password": PASSWORD})
    assert "$m=19456,t=2,p=1$" in User.objects.get().password
    assert len(turns) == 2  # one to verify it, one to hash it as today
