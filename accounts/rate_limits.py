"""Limits on how often something may be tried, counted in the database for all processes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from bruno_site.core.addresses import address_of, network_of

from .models import RateLimitCounter


class Limit(NamedTuple):
    """How many tries are allowed within a time. The name tells limits apart: each counts alone."""

    name: str
    most: int
    within: timedelta


# Limits on guessing passwords and codes. The last one, for one account from any address, is high:
# a stranger must not easily keep its owner from logging in.
TRIES_FROM_ADDRESS = Limit("tries from an address", 60, timedelta(minutes=5))
TRIES_FROM_ADDRESS_FOR_ACCOUNT = Limit("tries from an address at one", 10, timedelta(minutes=5))
TRIES_FOR_ACCOUNT = Limit("tries at one", 100, timedelta(hours=1))


class TooManyTries(Exception):
    """A limit is used up. `wait` is the time until the next try is allowed."""

    def __init__(self, wait: timedelta) -> None:
        self.wait = wait

    @property
    def sentence(self) -> str:
        """Return what the person is told: in how many minutes to try again."""
        minutes = max(1, round(self.wait / timedelta(minutes=1)))
        text = ngettext(
            "That was too often. Try again in %d minute.",
            "That was too often. Try again in %d minutes.",
            minutes,
        )
        return text % minutes


def spend(limit: Limit, whose: str, now: datetime | None = None) -> None:
    """Count one more try for `whose`. Raise TooManyTries if the limit allows no more."""
    moment = int((now or timezone.now()).timestamp())
    count, until = _increment_counter(
        _counter_key(limit, whose), moment, int(limit.within.total_seconds())
    )
    if count > limit.most:
        raise TooManyTries(timedelta(seconds=until - moment))


def spend_address(limit: Limit, request: HttpRequest, what: str = "") -> None:
    """Count one more try for the address of a request. Raise TooManyTries.

    Where the address is unknown nothing is counted: all such visitors would be counted as one.
    """
    address = network_of(address_of(request))
    if address:
        spend(limit, f"{address} {what}")


def spend_tries(request: HttpRequest, key: str) -> None:
    """Count one more try to prove that the visitor is the person with this key. Raise TooManyTries.

    It is counted whether there is such a person or not.
    """
    spend_address(TRIES_FROM_ADDRESS, request)
    spend_address(TRIES_FROM_ADDRESS_FOR_ACCOUNT, request, key)
    spend(TRIES_FOR_ACCOUNT, key)


def wait_page(request: HttpRequest, refusal: TooManyTries) -> HttpResponse:
    """Return the page, with status 429, that says how long to wait."""
    page = render(request, "429.html", {"sentence": refusal.sentence}, status=429)
    page["Retry-After"] = str(int(refusal.wait.total_seconds()))
    return page


def delete_old_counters(now: datetime) -> int:
    """Delete counters whose time is over; return how many."""
    deleted, _by_table = RateLimitCounter.objects.filter(until__lte=int(now.timestamp())).delete()
    return deleted


def _counter_key(limit: Limit, whose: str) -> str:
    """Return the key of a counter: a keyed digest, so that the table does not show who tried."""
    return salted_hmac(f"limit {limit.name}", whose, algorithm="sha256").hexdigest()


COUNT = """
    INSERT INTO accounts_ratelimitcounter (key, count, until) VALUES (%(key)s, 1, %(until)s)
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN accounts_ratelimitcounter.until <= %(now)s
                THEN 1 ELSE accounts_ratelimitcounter.count + 1 END,
        until = CASE WHEN accounts_ratelimitcounter.until <= %(now)s
                THEN excluded.until ELSE accounts_ratelimitcounter.until END
    RETURNING count, until
"""


def _increment_counter(key: str, now: int, seconds: int) -> tuple[int, int]:
    """Add one to a counter; return its count and when it ends, in seconds since 1970.

    It is one statement, so that tries made at the same moment are all counted.
    """
    with connection.cursor() as cursor:
        cursor.execute(COUNT, {"key": key, "now": now, "until": now + seconds})
        count, until = cursor.fetchone()
    return count, until
