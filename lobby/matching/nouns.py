"""Tickets, tables, and how much a ticket accepts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Final

Teams = tuple[tuple[int, ...], ...]

# Where everybody begins, and how much of a game is luck: as openskill has them.
MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = MU / 6
# After so many seconds a ticket accepts a table whose ratings lie so far apart. By the time that
# bots are offered no table of people has been left out.
WIDENING: Final = ((0.0, 4.0), (5.0, 8.0), (10.0, 16.0), (15.0, inf))
_AFTER: Final = [after for after, _width in WIDENING]
LARGEST_PARTY: Final = 2


@dataclass(frozen=True, slots=True)
class Person:
    id: int
    mu: float = MU
    sigma: float = SIGMA


@dataclass(frozen=True, eq=False, slots=True)
class Ticket:
    """One who waits, or two who want to play together."""

    people: tuple[Person, ...]
    since: float
    blocks: frozenset[int] = frozenset()  # whom they will not meet, or who will not meet them
    takes_bots: bool = False
    rating: float = field(init=False)
    ids: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        mean = sum(person.mu for person in self.people) / len(self.people)
        object.__setattr__(self, "rating", mean)
        object.__setattr__(self, "ids", frozenset(person.id for person in self.people))

    def may_meet(self, other: Ticket) -> bool:
        if not self.blocks and not other.blocks:
            return True
        return self.blocks.isdisjoint(other.ids) and other.blocks.isdisjoint(self.ids)

    def level(self, now: float) -> int:
        """How many times its waiting has widened what it accepts."""
        return max(0, bisect_right(_AFTER, now - self.since) - 1)


@dataclass(frozen=True, slots=True)
class Shape:
    """A table: how many sit there, and which seats play together if somebody came in company."""

    size: int
    teams: Teams

    @property
    def has_teams(self) -> bool:
        return any(len(team) > 1 for team in self.teams)


@dataclass(frozen=True, slots=True)
class Plan:
    """A table to be: a person's number or a bot's level for every seat."""

    tickets: tuple[Ticket, ...]
    seats: tuple[int | str, ...]

    @property
    def spread(self) -> float:
        return spread(self.tickets)

    @property
    def has_party(self) -> bool:
        return any(len(ticket.people) > 1 for ticket in self.tickets)


def spread(tickets: Iterable[Ticket]) -> float:
    ratings = [ticket.rating for ticket in tickets]
    return max(ratings) - min(ratings)
