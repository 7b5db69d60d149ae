"""All who wait, and whom a ticket finds among them.

One ticket costs a few steps whatever the number of the others, so that all of them cost no more
than sorting them by rating.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from .nouns import LARGEST_PARTY, WIDENING, Shape, Ticket
from .seats import fits

# So many companions are weighed for one ticket. Only where almost everybody has blocked almost
# everybody is that not enough, and then the ticket waits for the next time.
MOST_LOOKS: Final = 20_000


class _Line:
    """Tickets of one size in the order of their ratings. Whoever is taken is stepped over from
    then on, in next to no time: steps over neighbours that are gone are joined."""

    def __init__(self, tickets: list[Ticket]) -> None:
        self.tickets = tickets
        self.ratings = [ticket.rating for ticket in tickets]
        self.places = {ticket: place for place, ticket in enumerate(tickets)}
        self.up = list(range(len(tickets) + 1))
        self.down = list(range(len(tickets) + 1))  # of the place before

    def take(self, ticket: Ticket) -> None:
        place = self.places.get(ticket)
        if place is not None:
            self.up[place] = place + 1
            self.down[place + 1] = place

    def above(self, rating: float) -> Iterator[Ticket]:
        place = _end(self.up, bisect_left(self.ratings, rating))
        while place < len(self.tickets):
            yield self.tickets[place]
            place = _end(self.up, place + 1)

    def below(self, rating: float) -> Iterator[Ticket]:
        place = _end(self.down, bisect_left(self.ratings, rating))
        while place > 0:
            yield self.tickets[place - 1]
            place = _end(self.down, place - 1)


def _end(steps: list[int], place: int) -> int:
    while steps[place] != place:
        steps[place] = steps[steps[place]]
        place = steps[place]
    return place


class Pool:
    """For every level there are lines of those who accept at least so much, by the size of their
    party: whom a ticket can meet at this level stands next to it."""

    def __init__(self, tickets: Iterable[Ticket], shape: Shape, now: float) -> None:
        self.shape, self.now = shape, now
        self.tickets = sorted(tickets, key=lambda ticket: ticket.since)
        self.gone = set[Ticket]()
        by_rating = sorted(self.tickets, key=lambda ticket: ticket.rating)
        levels = [(ticket, ticket.level(now)) for ticket in by_rating]
        self.lines = [
            {size: _line(levels, size, level) for size in (1, LARGEST_PARTY)}
            for level in range(len(WIDENING))
        ]

    def left(self) -> list[Ticket]:
        return [ticket for ticket in self.tickets if ticket not in self.gone]

    def take(self, tickets: Iterable[Ticket]) -> None:
        for ticket in tickets:
            self.gone.add(ticket)
            for lines in self.lines:
                lines[len(ticket.people)].take(ticket)

    def company_of(self, ticket: Ticket) -> list[Ticket]:
        """Those of a table for this ticket, with itself; nobody, if there is none."""
        if ticket in self.gone:
            return []
        for level in range(ticket.level(self.now) + 1):
            if company := self._company_at(ticket, level):
                return company
        return []

    def _company_at(self, ticket: Ticket, level: int) -> list[Ticket]:
        """Where nobody has blocked anybody the nearest few are enough: if any table can be made,
        one can be made of them. Where some may not meet, more and more are looked at."""
        limit, reach, looks = WIDENING[level][1], self.shape.size - 1, _Looks()
        while True:
            near, is_all = self._near(ticket, level, reach)
            company = _Search(self.shape, limit, near, looks).best(ticket)
            if company or is_all or looks.left <= 0 or not any(each.blocks for each in near):
                return company
            reach *= 2

    def _near(self, ticket: Ticket, level: int, reach: int) -> tuple[list[Ticket], bool]:
        """Seats' worth of tickets on either side, of either size; and whether these are all."""
        found, limit, is_all = list[Ticket](), WIDENING[level][1], True
        for size, line in self.lines[level].items():
            most = reach // size
            for side in (line.above(ticket.rating), line.below(ticket.rating)):
                some = list(islice(_welcome(side, ticket, limit), most))
                is_all = is_all and len(some) < most
                found += some
        return sorted(found, key=lambda other: abs(other.rating - ticket.rating)), is_all


def _line(levels: list[tuple[Ticket, int]], size: int, least: int) -> _Line:
    return _Line([each for each, level in levels if level >= least and len(each.people) == size])


def _welcome(side: Iterator[Ticket], ticket: Ticket, limit: float) -> Iterator[Ticket]:
    for other in side:
        if abs(other.rating - ticket.rating) > limit:
            return
        if other is not ticket and ticket.may_meet(other):
            yield other


class _Looks:
    def __init__(self) -> None:
        self.left = MOST_LOOKS


class _Search:
    """For the table with the smallest spread, among those near a ticket, the nearest first."""

    def __init__(self, shape: Shape, limit: float, near: list[Ticket], looks: _Looks) -> None:
        self.shape, self.limit, self.near, self.looks = shape, limit, near, looks
        self.found: list[Ticket] = []

    def best(self, ticket: Ticket) -> list[Ticket]:
        free = self.shape.size - len(ticket.people)
        self._extend([ticket], 0, free, ticket.rating, ticket.rating)
        return self.found

    def _extend(self, chosen: list[Ticket], start: int, free: int, low: float, high: float) -> None:
        if free == 0:
            self._propose(chosen, high - low)
            return
        for place in range(start, len(self.near)):
            other = self.near[place]
            self.looks.left -= 1
            bottom, top = min(low, other.rating), max(high, other.rating)
            size = len(other.people)
            if size > free or top - bottom > self.limit or self.looks.left <= 0:
                continue
            if all(map(other.may_meet, chosen)):
                self._extend([*chosen, other], place + 1, free - size, bottom, top)

    def _propose(self, chosen: list[Ticket], spread: float) -> None:
        """From here on only a closer table is better."""
        is_better = not self.found or spread < self.limit
        if is_better and fits(chosen, self.shape):
            self.found, self.limit = chosen, spread
