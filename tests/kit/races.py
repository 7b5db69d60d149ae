"""Several things at once, through the real door."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from accounts.models import RateLimitCounter, User
from games.log import door
from games.rules.game import Refused
from lobby.models import Party, Room, Ticket
from tests.kit.factories import open_bruno


def empty_lobby() -> None:
    """Delete all tables and tickets, and the counts of what people have opened."""
    for model in (Ticket, Party, Room, RateLimitCounter):
        model._default_manager.all().delete()


LIMITS = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")


@contextmanager
def patience() -> Iterator[None]:
    """Locks are waited for however long a busy machine takes: it is order that is proved here."""
    connection.ensure_connection()
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("; ".join(f"SET {limit} = 0" for limit in LIMITS))
        try:
            yield
        finally:
            cursor.execute("; ".join(f"RESET {limit}" for limit in LIMITS))


def at_once(attempts: Sequence[Callable[[], object]]) -> Counter[str]:
    """From threads that wait for each other: how many were made, or refused as what."""
    barrier, outcomes = threading.Barrier(len(attempts)), Counter[str]()

    def attempt(act: Callable[[], object]) -> None:
        try:
            with patience():
                barrier.wait(60)
                act()
            outcomes["made"] += 1
        except Refused as refusal:
            outcomes[type(refusal).__name__] += 1
        finally:
            connection.close()

    threads = [threading.Thread(target=attempt, args=(act,)) for act in attempts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def rounds(few: int) -> pytest.MarkDecorator:
    """So many in `make test`, and two hundred in `make soak`."""
    return pytest.mark.parametrize("rounds", [few, pytest.param(200, marks=pytest.mark.soak)])


def tables_of(host: User, count: int) -> Iterator[Room]:
    """One after the other, each as if it were the host's first."""
    for _round in range(count):
        Room.objects.all().delete()
        RateLimitCounter.objects.all().delete()
        yield open_bruno(host)


def late(move: dict[str, Any], wait: float) -> None:
    time.sleep(wait)
    door.play(**move)
