"""An evening at the site, without a site: people come, wait, play, come again or go home.

All chance comes from one seed, so that anyone who says the same gets the same evening.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from random import Random
from statistics import fmean, quantiles
from typing import Final

from .matching import Bot, Person, Plan, Shape, Ticket, chance, match

HOURS: Final = 4
BUSIEST: Final = 1.5  # hours after the doors open
PAIRS: Final = 0.15  # of those who come, so many come with a friend
COME_AGAIN: Final = 0.7
GAME_MINUTES: Final = (8.0, 20.0)
OFFER_SECONDS: Final = 20
# Whoever is offered bots takes them after so long, on average.
PATIENCE_SECONDS: Final = 40.0
SPREAD_OF_PEOPLE: Final = 6.0
DOUBT: Final = 3.0


@dataclass(slots=True)
class Visit:
    """A ticket of the evening: who, since when, and when they take bots."""

    people: tuple[Person, ...]
    since: float
    gives_in: float

    def ticket(self, now: float) -> Ticket:
        return Ticket(self.people, self.since, takes_bots=now >= self.gives_in)


@dataclass(slots=True)
class Evening:
    """What is remembered of it."""

    people: int
    waits: list[float] = field(default_factory=list)
    spreads: list[float] = field(default_factory=list)
    favourites: list[float] = field(default_factory=list)  # the stronger side's chance
    bot_seats: int = 0
    seats: int = 0

    @property
    def bots(self) -> float:
        return self.bot_seats / self.seats

    def wait(self, percent: int) -> float:
        return quantiles(self.waits, n=100)[percent - 1]

    def spread(self, percent: int) -> float:
        return quantiles(self.spreads, n=100)[percent - 1]

    @property
    def favourite(self) -> float:
        return fmean(self.favourites)


def evening(people: int, shape: Shape, bots: Sequence[Bot], seed: str) -> Evening:
    luck, seen = Random(seed), Evening(people)
    coming = list(_arrivals(people, luck))
    waiting: dict[frozenset[int], Visit] = {}
    for now in range(HOURS * 3600):
        while coming and coming[0][0] <= now:
            party = heappop(coming)[2]
            patience = OFFER_SECONDS + luck.expovariate(1 / PATIENCE_SECONDS)
            waiting[_ids(party)] = Visit(party, now, now + patience)
        if not waiting:
            continue
        for plan in match([each.ticket(now) for each in waiting.values()], shape, now, bots):
            _remember(seen, plan, shape, now)
            ends = now + 60 * luck.uniform(*GAME_MINUTES)
            for ticket in plan.tickets:
                del waiting[ticket.ids]
                if luck.random() < COME_AGAIN:
                    heappush(coming, (ends + luck.uniform(5, 60), luck.random(), ticket.people))
    return seen


Arrival = tuple[float, float, tuple[Person, ...]]


def _arrivals(people: int, luck: Random) -> Iterator[Arrival]:
    """In the order of time; the second number only keeps people from being compared."""
    parties, number = list[Arrival](), 0
    while number < people:
        at = luck.triangular(0, HOURS * 3600, BUSIEST * 3600)
        size = 2 if luck.random() < PAIRS else 1
        party = tuple(
            Person(number + each, luck.gauss(25, SPREAD_OF_PEOPLE), DOUBT) for each in range(size)
        )
        number += size
        parties.append((at, luck.random(), party))
    yield from sorted(parties)


def _ids(people: tuple[Person, ...]) -> frozenset[int]:
    return frozenset(person.id for person in people)


def _remember(seen: Evening, plan: Plan, shape: Shape, now: float) -> None:
    seen.waits += [now - ticket.since for ticket in plan.tickets for _person in ticket.people]
    seen.seats += shape.size
    seen.bot_seats += sum(isinstance(each, str) for each in plan.seats)
    people = {person.id: person for ticket in plan.tickets for person in ticket.people}
    if len(people) == shape.size:
        seen.spreads.append(plan.spread)
        if len(shape.teams) == 2:
            one, other = (
                [people[number] for seat in team if isinstance(number := plan.seats[seat], int)]
                for team in shape.teams
            )
            seen.favourites.append(max(chance(one, other), chance(other, one)))
