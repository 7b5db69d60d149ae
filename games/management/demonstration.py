"""The people of a demonstration, and what they have played in its months."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

from django.contrib.auth.hashers import make_password

from accounts.models import User

from ..rules import kinds, rules_of
from ..rules.game import Config
from .evenings import Table, quick_levels

# The strongest first: they play most like the best bots, the last ones like the worst.
NAMES = [
    *("Ines", "Wei", "Ada", "Tomás", "Mei", "Pál", "Noor", "Sam"),
    *("Lucía", "Oskar", "Yuki", "Bruna", "Émile", "Zofia", "Dario", "Hana"),
    *("Leif", "Priya", "Mateo", "Runa", "Tarek", "Wanda", "Ivo", "Kofi"),
]
DAYS = 150
SHARES = {"bruno": 5, "uno": 3, "briscalone": 2}
RUNNING = 2  # of each kind
EVENING = timedelta(hours=19)


def make_people(password: str, now: datetime) -> list[User]:
    """One password for all, hashed once. The third of them is an admin too."""
    hashed, since = make_password(password), now - timedelta(days=DAYS)
    known = {"password": hashed, "date_joined": since, "is_newcomer": False}
    people = [User(username=name, **known) for name in NAMES]
    people[2].is_staff = people[2].is_superuser = True
    for person in people:
        person.save()
    return people


def tables(people: list[User], games: int, now: datetime, luck: Random) -> Iterator[Table]:
    """The oldest first. Everybody gets better, and friends meet more often than strangers."""
    names = [kind for kind in kinds() for _share in range(SHARES.get(kind, 1))]
    dawn = (now - timedelta(days=DAYS)).replace(hour=0, minute=0, second=0, microsecond=0)
    days = sorted(luck.uniform(0, DAYS - 1) for _game in range(games))
    for day in days:
        ends = dawn + timedelta(days=int(day)) + EVENING + timedelta(hours=4 * (day % 1))
        yield _table(luck.choice(names), people, ends, day / DAYS, luck)


def _table(kind: str, people: list[User], ends: datetime, season: float, luck: Random) -> Table:
    config, seats = _setting(kind, luck)
    company = _company(people, seats, luck)
    sitters = [who if luck.random() < 0.85 else _bot(kind, luck) for who in company]
    sitters[0] = company[0]
    levels = tuple(_level(kind, who, people, season, luck) for who in sitters)
    luck.shuffle(order := list(range(seats)))
    return Table(
        kind=kind,
        config=config,
        players=[sitters[seat] for seat in order],
        levels=tuple(levels[seat] for seat in order),
        ends=ends,
        is_rated=luck.random() < 0.8 and rules_of(kind).META.is_preset(config),
        is_watchable=luck.random() < 0.9,
        gone=(order.index(0),) if luck.random() < 0.03 else (),
        is_conceded=luck.random() < 0.08,
    )


def running(people: list[User], now: datetime, luck: Random) -> Iterator[Table]:
    """Tables at which people sit just now, some of each kind."""
    for kind in [*kinds()] * RUNNING:
        config, seats = _setting(kind, luck)
        company = _company(people, seats, luck)
        levels = tuple(_level(kind, who, people, 1.0, luck) for who in company)
        yield Table(kind, config, company, levels, now)


def _setting(kind: str, luck: Random) -> tuple[Config, int]:
    meta = rules_of(kind).META
    preset = luck.choice([*meta.presets])
    seats = luck.choice([size for size in meta.seats if 3 <= size <= 5])
    chosen = dict(meta.presets[preset])
    if kind == "uno" and seats == 4:
        chosen["teams"] = luck.random() < 0.5
    return meta.configure(chosen), seats


def _company(people: list[User], seats: int, luck: Random) -> list[User]:
    """Somebody, and those near them."""
    host = min(int(luck.expovariate(0.12)), len(people) - 1)
    near = sorted(people, key=lambda who: abs(people.index(who) - host) + luck.uniform(0, 9))
    return [people[host], *[who for who in near if who is not people[host]][: seats - 1]]


def _bot(kind: str, luck: Random) -> str:
    return luck.choice(quick_levels(kind))


def _level(kind: str, who: User | str, people: list[User], season: float, luck: Random) -> str:
    """A person plays now like one bot, now like another: the stronger, the better the bot."""
    if isinstance(who, str):
        return who
    levels = quick_levels(kind)
    strength = 1 - people.index(who) / len(people) + 0.2 * season
    place = strength * (len(levels) - 1) + luck.gauss(0, 0.6)
    return levels[min(max(round(place), 0), len(levels) - 1)]
