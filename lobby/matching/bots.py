"""Bots for the seats that people leave free: near them in strength, and fair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from statistics import fmean
from typing import Final, NamedTuple

from .nouns import Person, Plan, Shape, Ticket
from .seats import fits, people_of, splits

# So many tables that are not full are tried before another is begun.
OPEN_AT_ONCE: Final = 8


class Bot(NamedTuple):
    level: str
    mu: float


Sitters = list[Person | Bot | None]


def with_bots(tickets: Sequence[Ticket], shape: Shape, bots: Sequence[Bot]) -> list[Plan]:
    """Those who take bots sit down at once, with each other where they can."""
    full, companies = list[list[Ticket]](), list[list[Ticket]]()
    for ticket in sorted(tickets, key=lambda ticket: ticket.rating):
        company = next((each for each in companies if _may_join(ticket, each, shape)), None)
        if company is None:
            companies = [*companies, company := []]
        company.append(ticket)
        full += companies[:-OPEN_AT_ONCE]
        companies = companies[-OPEN_AT_ONCE:]
    return [_filled(company, shape, bots) for company in (*full, *companies)]


def _may_join(ticket: Ticket, company: list[Ticket], shape: Shape) -> bool:
    return all(map(ticket.may_meet, company)) and fits([*company, ticket], shape)


def _filled(company: list[Ticket], shape: Shape, bots: Sequence[Bot]) -> Plan:
    best = min(_fillings(company, shape, bots), key=lambda sitters: _worth(sitters, shape))
    seats = tuple(each.level if isinstance(each, Bot) else each.id for each in best)
    return Plan(tuple(company), seats)


def _fillings(
    company: list[Ticket], shape: Shape, bots: Sequence[Bot]
) -> Iterator[list[Person | Bot]]:
    """With bots of the two levels that are nearest to these people."""
    mean = fmean(person.mu for person in people_of(company))
    near = sorted(bots, key=lambda bot: abs(bot.mu - mean))[:2]
    for people in _settings(company, shape):
        for chosen in product(near, repeat=people.count(None)):
            rest = iter(chosen)
            yield [next(rest) if each is None else each for each in people]


def _settings(company: list[Ticket], shape: Shape) -> Iterator[Sitters]:
    """Every way these people can sit, one to a seat or none."""
    if not shape.has_teams:
        people = people_of(company)
        yield [*people, *[None] * (shape.size - len(people))]
        return
    for sides in splits(company, shape.teams):
        sitters: Sitters = [None] * shape.size
        for team, side in zip(shape.teams, sides, strict=True):
            for seat, person in zip(team, people_of(side), strict=False):
                sitters[seat] = person
        yield sitters


def _worth(sitters: list[Person | Bot], shape: Shape) -> tuple[bool, float, float]:
    """The best bot opposite the weakest human; then even teams; then bots like the people."""
    people = [each for each in sitters if isinstance(each, Person)]
    rated = [each.mu for each in sitters]
    mean = fmean(each.mu for each in people)
    strengths = [fmean(rated[seat] for seat in team) for team in shape.teams]
    uneven = max(strengths) - min(strengths) if shape.has_teams else 0.0
    distance = sum(abs(each.mu - mean) for each in sitters if isinstance(each, Bot))
    return not _helps_the_weakest(sitters), uneven, distance


def _helps_the_weakest(sitters: list[Person | Bot]) -> bool:
    humans = [(each.mu, seat) for seat, each in enumerate(sitters) if isinstance(each, Person)]
    opposite = sitters[(min(humans)[1] + len(sitters) // 2) % len(sitters)]
    best = max((each.mu for each in sitters if isinstance(each, Bot)), default=0.0)
    return isinstance(opposite, Bot) and opposite.mu == best
