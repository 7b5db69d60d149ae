"""What is announced now, and whether new games are dealt."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.db import DatabaseError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from bruno_site.core.bounded_cache import BoundedCache
from bruno_site.live.topics import poke_now

from ..rules.game import Refused
from ..rules.words import _
from .models import Announcement

TOPIC = "announced"
KEPT_FOR = timedelta(seconds=20)  # so long a page may show what was announced before


class DealsNothing(Refused):
    def __init__(self, text: str) -> None:
        super().__init__(_("No new games are dealt at the moment: %(why)s", why=text))


def check_that_games_are_dealt() -> None:
    """Raises DealsNothing."""
    now = timezone.now()
    closed = Announcement.objects.filter(begins_at__lte=now, ends_at__gt=now, deals_nothing=True)
    if text := closed.values_list("text", flat=True).first():
        raise DealsNothing(text)


_current: BoundedCache[str, tuple[datetime, tuple[str, ...]]] = BoundedCache(1)


def current(now: datetime) -> tuple[str, ...]:
    """Asked by every page, so the database is asked now and then."""
    known = _current.get("texts")
    if known is None or now - known[0] > KEPT_FOR:
        known = _current.keep("texts", (now, _read(now)))
    return known[1]


def forget() -> None:
    """Something is announced anew."""
    _current.values.clear()


def tell() -> None:
    """Every open page, after the commit."""
    transaction.on_commit(forget)
    transaction.on_commit(partial(poke_now, TOPIC))


def _read(now: datetime) -> tuple[str, ...]:
    shown = Announcement.objects.filter(begins_at__lte=now, ends_at__gt=now)
    try:
        return tuple(shown.values_list("text", flat=True))
    except DatabaseError:
        return ()  # the page that says so is drawn all the same


def for_pages(request: HttpRequest) -> dict[str, object]:
    """For every template that is drawn for a request."""
    return {"announcements": SimpleLazyObject(lambda: current(timezone.now()))}
