"""The days of the house in figures, for admins: who played, how much, and how long they waited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F
from django.db.models.functions import TruncDate
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bruno_site.core.i18n import format_date
from games.models import Played
from games.rules import kinds
from games.time.pace import OFF

from .models import Room

DAYS: Final = 30
# A picture of 600 by 120, with a bar for each day.
WIDTH, HEIGHT, STEP = 600, 120, 20


class Day(NamedTuple):
    day: date
    people: int
    games: int
    minutes: int  # from opening a table to its first card, on average


class Bar(NamedTuple):
    x: int
    y: int
    height: int
    title: str


@dataclass(frozen=True, slots=True)
class Picture:
    title: Any
    days: list[Day]
    figure: Callable[[Day], int]

    @property
    def most(self) -> int:
        return max(self.figure(day) for day in self.days)

    @property
    def bars(self) -> Iterator[Bar]:
        for number, day in enumerate(self.days):
            height = round((HEIGHT - 20) * self.figure(day) / max(1, self.most))
            when = format_date(day.day, "MONTH_DAY_FORMAT")
            title = gettext("%(day)s: %(n)s") % {"day": when, "n": self.figure(day)}
            yield Bar(number * STEP, HEIGHT - height, height, title)


def pictures(days: list[Day]) -> list[Picture]:
    return [
        Picture(_("People who played"), days, lambda day: day.people),
        Picture(_("Games that ended"), days, lambda day: day.games),
        Picture(_("Minutes from an open table to its first card"), days, lambda day: day.minutes),
    ]


def days_until(now: datetime) -> list[Day]:
    """The last ones, the oldest first. Two queries."""
    since = (now - timedelta(days=DAYS - 1)).replace(hour=0, minute=0, second=0, microsecond=0)
    played, waited = _played(since), _waited(since)
    dates = [since.date() + timedelta(days=number) for number in range(DAYS)]
    return [Day(each, *played.get(each, (0, 0)), waited.get(each, 0)) for each in dates]


def _played(since: datetime) -> dict[date, tuple[int, int]]:
    # By kind, which the index that is sorted by time begins with.
    rows = Played.objects.filter(kind__in=list(kinds()), finished_at__gte=since).order_by()
    by_day = rows.annotate(day=TruncDate("finished_at")).values("day")
    counted = by_day.annotate(
        people=Count("user", distinct=True), games=Count("game", distinct=True)
    )
    return {row["day"]: (row["people"], row["games"]) for row in counted}


def _waited(since: datetime) -> dict[date, int]:
    """At tables that people wait at: one with bots alone begins at once, and has no pace."""
    begun = Room.objects.filter(opened_at__gte=since, game__isnull=False).exclude(pace=OFF)
    wait = ExpressionWrapper(F("game__started_at") - F("opened_at"), DurationField())
    by_day = begun.order_by().annotate(day=TruncDate("opened_at")).values("day")
    return {
        row["day"]: round(row["wait"] / timedelta(minutes=1))
        for row in by_day.annotate(wait=Avg(wait))
    }
