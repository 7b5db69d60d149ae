"""Passwords are hashed slowly on purpose, so a few at a time, and nobody else waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

AT_ONCE = 2
PATIENCE = 10.0  # seconds

turns = BoundedSemaphore(AT_ONCE)


class Busy(Exception):
    """So many passwords are waiting that this one was sent away."""


@contextmanager
def a_turn() -> Iterator[None]:
    """A dozen log-ins that each held one of the pool's connections would stop every table."""
    give_connections_back()
    if not turns.acquire(timeout=PATIENCE):
        raise Busy
    try:
        yield
    finally:
        turns.release()


def give_connections_back() -> None:
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()


class Argon2(Argon2PasswordHasher):
    """As OWASP advises for servers that do other things as well: 19 MiB and one thread each."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with a_turn():
            return str(super().encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        with a_turn():
            return bool(super().verify(password, encoded))


class TellTheBusy:
    """Whoever is sent away is told to come back."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        if not isinstance(fault, Busy):
            return None
        page = render(request, "accounts/busy.html", status=503)
        page["Retry-After"] = "10"
        return page
