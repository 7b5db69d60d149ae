"""Password hashing, slow on purpose: a few at a time, so that nobody else waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

AT_ONCE = 2  # passwords that one process hashes at the same time
PATIENCE = 10.0  # seconds that a request waits for a slot

slots = BoundedSemaphore(AT_ONCE)


class TooManyHashes(Exception):
    """No slot to hash a password became free in time."""


@contextmanager
def hashing_slot() -> Iterator[None]:
    """Hold one of the slots for the `with` block. Raise TooManyHashes when none becomes free.

    The request gives back its database connections before it waits: a dozen log-ins that each held
    one of the pool's would stop every table.
    """
    release_connections()
    if not slots.acquire(timeout=PATIENCE):
        raise TooManyHashes
    try:
        yield
    finally:
        slots.release()


def release_connections() -> None:
    """Give back this thread's database connections, except those in a transaction."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()


class Argon2(Argon2PasswordHasher):
    """Hashes passwords with Argon2, in one of the slots.

    It takes 19 MiB and one thread, as OWASP advises for servers that do other things as well.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Return the hash of a password. Raise TooManyHashes."""
        with hashing_slot():
            return str(super().encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether this is the password with this hash. Raise TooManyHashes."""
        with hashing_slot():
            return bool(super().verify(password, encoded))


class BusyMiddleware:
    """Answers TooManyHashes with a page that asks the visitor to try again in ten seconds."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Return the page, with status 503, for TooManyHashes; None for other exceptions."""
        if not isinstance(fault, TooManyHashes):
            return None
        page = render(request, "accounts/busy.html", status=503)
        page["Retry-After"] = "10"
        return page
