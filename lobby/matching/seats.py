"""Who sits where: whole parties in teams, and the teams as even as they can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from statistics import NormalDist

from .nouns import BETA, Person, Shape, Teams, Ticket

Sides = tuple[tuple[Ticket, ...], ...]


def seated(tickets: Sequence[Ticket], shape: Shape) -> tuple[int, ...]:
    """The fairest split by rating; those who came together are in one team."""
    if not shape.has_teams:
        return tuple(person.id for ticket in tickets for person in ticket.people)
    sides = min(splits(tickets, shape.teams), key=_unfairness)
    seats = dict[int, int]()
    for team, side in zip(shape.teams, sides, strict=True):
        seats |= zip(team, (person.id for person in people_of(side)), strict=True)
    return tuple(seats[seat] for seat in range(shape.size))


def fits(tickets: Sequence[Ticket], shape: Shape) -> bool:
    """Can they sit there without anybody who came in company being parted?"""
    if not shape.has_teams or all(len(ticket.people) == 1 for ticket in tickets):
        return sum(len(ticket.people) for ticket in tickets) <= shape.size
    return any(True for _sides in splits(tickets, shape.teams))


def splits(tickets: Sequence[Ticket], teams: Teams) -> Iterator[Sides]:
    """Every way to put whole tickets into these teams; there may be room left."""
    nobody: Sides = ((),) * len(teams)
    # Where the first one sits is all the same if the teams are.
    alike = len({len(team) for team in teams}) == 1
    first = nobody[:1] if alike else nobody
    return _splits(tickets, tuple(map(len, teams)), nobody, len(first))


def _splits(
    tickets: Sequence[Ticket], free: tuple[int, ...], sides: Sides, tried: int
) -> Iterator[Sides]:
    if not tickets:
        yield sides
        return
    ticket, size = tickets[0], len(tickets[0].people)
    for n in range(tried):
        if size <= free[n]:
            room = (*free[:n], free[n] - size, *free[n + 1 :])
            joined = (*sides[:n], (*sides[n], ticket), *sides[n + 1 :])
            yield from _splits(tickets[1:], room, joined, len(sides))


def people_of(side: Iterable[Ticket]) -> list[Person]:
    return [person for ticket in side for person in ticket.people]


def _unfairness(sides: Sides) -> float:
    strengths = [sum(person.mu for person in people_of(side)) for side in sides]
    return max(strengths) - min(strengths)


def chance(side: Sequence[Person], others: Sequence[Person]) -> float:
    """That the side beats the others, as far as their ratings know."""
    lead = sum(person.mu for person in side) - sum(person.mu for person in others)
    doubt = sum(person.sigma**2 + BETA**2 for person in (*side, *others))
    return NormalDist().cdf(lead / sqrt(doubt))
