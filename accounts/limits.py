"""How often something may be tried. Counted in the database, for all processes together."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from bruno_site.addresses import address_of, neighbourhood

from .models import Tally


class Limit(NamedTuple):
    name: str
    most: int
    within: timedelta


# Of guessing passwords and codes. The last is high: a stranger must not shut somebody out easily.
TRIES_FROM_ADDRESS = Limit("tries from an address", 60, timedelta(minutes=5))
TRIES_FROM_ADDRESS_AT_ONE = Limit("tries from an address at one", 10, timedelta(minutes=5))
TRIES_AT_ONE = Limit("tries at one", 100, timedelta(hours=1))


class TooMany(Exception):
    def __init__(self, wait: timedelta) -> None:
        self.wait = wait

    @property
    def sentence(self) -> str:
        minutes = max(1, round(self.wait / timedelta(minutes=1)))
        said = ngettext(
            "That was too often. Try again in %d minute.",
            "That was too often. Try again in %d minutes.",
            minutes,
        )
        return said % minutes


def spend(limit: Limit, whose: str, now: datetime | None = None) -> None:
    """One try more. Raises TooMany when there are none left until the time is over."""
    moment = int((now or timezone.now()).timestamp())
    count, until = _counted(_key(limit, whose), moment, int(limit.within.total_seconds()))
    if count > limit.most:
        raise TooMany(timedelta(seconds=until - moment))


def spend_address(limit: Limit, request: HttpRequest, what: str = "") -> None:
    """Nothing where the address is unknown: all who come from there would be counted as one."""
    address = neighbourhood(address_of(request))
    if address:
        spend(limit, f"{address} {what}")


def spend_tries(request: HttpRequest, key: str) -> None:
    """To prove that one is the person of this key, whether there is such a person or not."""
    spend_address(TRIES_FROM_ADDRESS, request)
    spend_address(TRIES_FROM_ADDRESS_AT_ONE, request, key)
    spend(TRIES_AT_ONE, key)


def told_to_wait(request: HttpRequest, refusal: TooMany) -> HttpResponse:
    page = render(request, "429.html", {"sentence": refusal.sentence}, status=429)
    page["Retry-After"] = str(int(refusal.wait.total_seconds()))
    return page


def forget_old_tallies(now: datetime) -> int:
    forgotten, _by_table = Tally.objects.filter(until__lte=int(now.timestamp())).delete()
    return forgotten


def _key(limit: Limit, whose: str) -> str:
    """Who tried is nobody's business: it is counted under a name that only the site can make."""
    return salted_hmac(f"limit {limit.name}", whose, algorithm="sha256").hexdigest()


COUNT = """
    INSERT INTO accounts_tally (key, count, until) VALUES (%(key)s, 1, %(until)s)
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN accounts_tally.until <= %(now)s
                THEN 1 ELSE accounts_tally.count + 1 END,
        until = CASE WHEN accounts_tally.until <= %(now)s
                THEN excluded.until ELSE accounts_tally.until END
    RETURNING count, until
"""


def _counted(key: str, now: int, seconds: int) -> tuple[int, int]:
    """In one statement, so that tries made at the same moment are all counted."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT, {"key": key, "now": now, "until": now + seconds})
        count, until = cursor.fetchone()
    return count, until
