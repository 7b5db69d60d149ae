"""What the clock does with those who wait, about once a second: any number of clocks may.

All tickets of a game are held while they are matched; another clock waits, and then finds only who
is left. So nobody is ever given two tables, and no table is missed because two clocks have shared
the people out among them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, Max, Q

from accounts.models import User
from bruno_site.live.topics import poke_now
from games.deleted_people import PersonDeleted
from games.history.ratings import Known, ratings_of
from games.posted.reads import DealsNothing
from games.time import pulse
from games.time.pace import OFF

from .. import service
from ..matching import Bot, Person, Plan, match
from ..matching import Ticket as Wish
from ..models import Room, Ticket
from ..notices import calls
from ..seating_rules import apart_from_each
from ..service.holding import dropped
from . import tickets
from .shapes import config_of, levels_of, shape_of

# So long a seat waits for whoever it was found for.
SEAT_WAITS: Final = timedelta(seconds=15)
PACE: Final = "relaxed"
AT_ONCE: Final = 100

_shown: dict[str, object] = {}


def topic_of(kind: str) -> str:
    """Whoever waits for this game hears the pokes under this name."""
    return f"queue-{kind}"


def run(now: datetime) -> int:
    """How many tables were found."""
    if pulse.is_anybody_missed(now):
        tickets.expire(now)
        _gather(now)
    found = 0
    with suppress(DealsNothing):  # they wait on
        waiting = Ticket.objects.values_list("kind", flat=True).distinct()
        for kind in waiting:
            with suppress(PersonDeleted):  # the others of this game wait until the next second
                found += _seat(kind, now)
    _tell()
    return found


def _seat(kind: str, now: datetime) -> int:
    """Everybody there is a table for, some at a time, so that nobody's press waits long."""
    found = some = _matched(kind, now)
    while some == AT_ONCE:
        some = _matched(kind, now)
        found += some
    return found


def _tell() -> None:
    """The pages are told only if there is something new to see."""
    lines = Ticket.objects.values("kind").annotate(
        count=Count("pk"), newest=Max("pk"), seated=Count("room")
    )
    shown = {line["kind"]: line for line in lines}
    fresh = [kind for kind in shown.keys() | _shown.keys() if shown.get(kind) != _shown.get(kind)]
    for kind in fresh:
        poke_now(topic_of(kind))
    if fresh:
        poke_now(service.LOBBY)  # where it says how many wait
    _shown.clear()
    _shown.update(shown)


@transaction.atomic
def _matched(kind: str, now: datetime) -> int:
    deleted = User.objects.exclude(deletion="")
    rows = tickets.held(Q(kind=kind, room=None) & ~Q(user__in=deleted))
    ratings = ratings_of(kind, [row.user_id for row in rows], levels_of(kind))
    bots = [Bot(level, ratings[level].mu) for level in levels_of(kind)]
    plans = match(_wishes(rows, ratings), shape_of(kind), now.timestamp(), bots)[:AT_ONCE]
    people = User.objects.in_bulk(
        person.id for plan in plans for ticket in plan.tickets for person in ticket.people
    )
    for plan in plans:
        _open(kind, plan, people)
    return len(plans)


def _open(kind: str, plan: Plan, people: Mapping[int, User]) -> None:
    found = [each for each in plan.seats if isinstance(each, int)]
    room = service.open_kept(
        kind=kind,
        config=config_of(kind, has_party=plan.has_party),
        sitters=[people[each] if isinstance(each, int) else each for each in plan.seats],
        keep=SEAT_WAITS,
        pace=PACE if len(found) > 1 else OFF,  # among bots nobody waits
        is_rated=True,
    )
    Ticket.objects.filter(user__in=found).update(room=room)
    # Whoever looks at another page of the site meanwhile is not led there by itself.
    calls.call(why=calls.READY, where=room, people=found, sender=None)


def _wishes(rows: Sequence[Ticket], ratings: Known) -> list[Wish]:
    """Friends make one, as soon as both wait."""
    parties = defaultdict[object, list[Ticket]](list)
    for row in rows:
        parties[row.party_id or f"alone {row.pk}"].append(row)
    whole = [party for party in parties.values() if len(party) == 2 or party[0].party_id is None]
    blocks = apart_from_each([row.user_id for party in whole for row in party])
    wishes = [
        Wish(
            people=tuple(Person(row.user_id, *ratings[row.user_id].skill) for row in party),
            since=max(row.since for row in party).timestamp(),
            blocks=frozenset[int]().union(*(blocks.get(row.user_id, ()) for row in party)),
            takes_bots=all(row.takes_bots for row in party),
        )
        for party in whole
    ]
    # Friends may have fallen out since.
    return [wish for wish in wishes if wish.blocks.isdisjoint(wish.ids)]


def _gather(now: datetime) -> None:
    """Where somebody has not come in time, or has gone elsewhere, the others go back to the front
    of the queue."""
    found = Room.objects.filter(tickets__isnull=False, game=None).distinct()
    for room_id in found.values_list("pk", flat=True):
        _gathered(room_id, now)


@transaction.atomic
def _gathered(room_id: int, now: datetime) -> None:
    room = Room.objects.select_for_update(skip_locked=True).filter(pk=room_id, game=None).first()
    if room is None:
        return
    tickets.held(Q(room=room))
    mine = Ticket.objects.filter(room=room)
    people = room.seats.filter(user__isnull=False)
    late = people.filter(kept_until__lt=now)
    gone = people.exclude(user__in=mine.values("user"))
    is_short = room.seats.count() < room.size
    if is_short or late.exists() or gone.exists():
        came = people.filter(Q(is_ready=True) | Q(kept_until__gte=now))
        mine.exclude(user__in=came.values("user")).delete()
        mine.update(room=None, seen_at=now)
        dropped(room)
