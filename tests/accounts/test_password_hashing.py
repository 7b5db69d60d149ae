"""Password hashing is slow on purpose, and other pages do not become slower by it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Event, Semaphore, Thread

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher, make_password
from django.db import connection
from django.test import Client
from pytest import MonkeyPatch
from pytest_django import Settings

from accounts import password_hashing, rate_limits
from accounts.models import User
from bruno_site import settings as of_the_site
from tests.kit.factories import PASSWORD, UserFactory

LOG_IN = "/accounts/log-in/"


@pytest.fixture(autouse=True)
def our_hashers(settings: Settings, quick_passwords: None) -> None:
    settings.PASSWORD_HASHERS = of_the_site.PASSWORD_HASHERS


def start_threads(act: Callable[[], object], people: int) -> list[Thread]:
    threads = [Thread(target=act) for _person in range(people)]
    for thread in threads:
        thread.start()
    return threads


def test_no_more_than_two_hash_at_once() -> None:
    inside, go = Semaphore(0), Event()

    def hash_one() -> None:
        with password_hashing.hashing_slot():
            inside.release()
            go.wait(20)

    threads = start_threads(hash_one, 5)
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

    def verify(self: Argon2PasswordHasher, password: str, encoded: str) -> bool:
        held.append(connection.connection is not None)
        return False

    monkeypatch.setattr(Argon2PasswordHasher, "verify", verify)
    answers: list[int] = []

    def guess() -> None:
        form = {"username": "alice", "password": "wrong"}
        answers.append(Client().post(LOG_IN, form).status_code)
        connection.close()

    for thread in start_threads(guess, 10):
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
    # The connection of this test, and any that another test did not give back.
    before = connections_out()
    waiting, go = Semaphore(0), Event()
    release_connections = password_hashing.release_connections

    def release_and_wait() -> None:
        release_connections()
        waiting.release()
        go.wait(20)

    monkeypatch.setattr(password_hashing, "release_connections", release_and_wait)

    def guess() -> None:
        Client().post(LOG_IN, {"username": "alice", "password": "wrong"})
        connection.close()

    threads = start_threads(guess, 10)
    assert all(waiting.acquire(timeout=20) for _guess in threads)
    assert User.objects.count() == 1
    # No more than before. The pool's own threads take a moment to put connections back.
    until = time.monotonic() + 10
    while connections_out() > before:
        assert time.monotonic() < until
        time.sleep(0.02)
    go.set()
    for thread in threads:
        thread.join(20)


@pytest.mark.django_db
def test_a_visitor_who_waited_too_long_for_a_slot_is_asked_to_try_again(
    client: Client, monkeypatch: MonkeyPatch
) -> None:
    UserFactory.create(username="alice", password=make_password(PASSWORD))
    monkeypatch.setattr(password_hashing, "PATIENCE", 0.01)
    with password_hashing.hashing_slot(), password_hashing.hashing_slot():
        answer = client.post(LOG_IN, {"username": "alice", "password": PASSWORD})
    assert answer.status_code == 503
    assert answer["Retry-After"] == "10"
    assert "try again in a few seconds" in answer.content.decode()


def record_slots(monkeypatch: MonkeyPatch) -> list[AbstractContextManager[None]]:
    """Return a list to which every slot that is taken from now on is added."""
    slots: list[AbstractContextManager[None]] = []
    hashing_slot = password_hashing.hashing_slot

    def record_slot() -> AbstractContextManager[None]:
        slots.append(hashing_slot())
        return slots[-1]

    monkeypatch.setattr(password_hashing, "hashing_slot", record_slot)
    return slots


@pytest.mark.django_db
@pytest.mark.parametrize("password", ["wrong", PASSWORD])
def test_for_whoever_tries_too_often_nothing_is_hashed(
    client: Client, monkeypatch: MonkeyPatch, password: str
) -> None:
    UserFactory.create(username="alice", password=make_password(PASSWORD))
    monkeypatch.setattr(
        rate_limits, "TRIES_FOR_ACCOUNT", rate_limits.TRIES_FOR_ACCOUNT._replace(most=0)
    )
    slots = record_slots(monkeypatch)
    page = client.post(LOG_IN, {"username": "alice", "password": password}).content.decode()
    assert "That was too often." in page
    assert slots == []


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
    # Must not be used: it takes another time than Argon2, which would tell that the account exists.
    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", None)
    slots = record_slots(monkeypatch)
    page = client.post(LOG_IN, {"username": name, "password": "wrong"}).content.decode()
    assert "There is nobody with this name and password." in page
    assert len(slots) == 1


@pytest.mark.django_db
def test_a_password_of_older_days_still_opens_and_is_hashed_anew(
    client: Client, monkeypatch: MonkeyPatch
) -> None:
    UserFactory.create(username="alice")
    assert "$m=8,t=1,p=1$" in User.objects.get().password
    slots = record_slots(monkeypatch)
    client.post(LOG_IN, {"username": "alice", "password": PASSWORD})
    assert "$m=19456,t=2,p=1$" in User.objects.get().password
    assert len(slots) == 2  # one to verify it, one to hash it again
