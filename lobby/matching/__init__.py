"""Who plays with whom: tickets in, tables out. It asks no clock and no database.

Whoever has waited longest is seated first, with those nearest in rating; how far apart a table may
be is a matter of how long its newest member has waited. Nobody is left over for whom a table could
be made of those who are left over. `docs/lobby.md` says it in words and figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .bots import Bot, with_bots
from .nouns import LARGEST_PARTY, WIDENING, Person, Plan, Shape, Ticket
from .pool import Pool
from .seats import chance, seated

__all__ = [
    "LARGEST_PARTY",
    "WIDENING",
    "Bot",
    "Person",
    "Plan",
    "Shape",
    "Ticket",
    "chance",
    "match",
]


def match(
    tickets: Iterable[Ticket], shape: Shape, now: float, bots: Sequence[Bot] = ()
) -> list[Plan]:
    """Full tables of people first; then whoever takes bots sits down with them, and with each
    other."""
    pool = Pool(tickets, shape, now)
    plans = []
    for ticket in pool.tickets:
        if company := pool.company_of(ticket):
            pool.take(company)
            plans.append(Plan(tuple(company), seated(company, shape)))
    if bots:
        plans += with_bots([each for each in pool.left() if each.takes_bots], shape, bots)
    return plans
