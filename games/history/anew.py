"""Everything that histories and ladders are read from, made again from the games alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from django.db import transaction

from ..models import Game
from . import many, ratings, tallies
from .models import Ladder, Played, Standing, Tally
from .played import rows_of, tables_of

AT_ONCE = 200


def write_all_anew() -> int:
    """Returns how many games there were. Until it is done everybody sees what was there before."""
    with transaction.atomic():
        over = Game.objects.filter(finished_at__isnull=False)
        kinds = set(over.order_by().values_list("kind", flat=True).distinct())
        ladders = [ratings.locked(kind) for kind in sorted(kinds)]
        Played.objects.all().delete()
        Standing.objects.all().delete()
        Tally.objects.all().delete()
        return sum(_write_anew(ladder) for ladder in ladders)


def _write_anew(ladder: Ladder) -> int:
    known: ratings.Known = {}
    counted: tallies.Counted = {}
    written, newest = 0, None
    games = _in_order(ladder.kind)
    while some := list(islice(games, AT_ONCE)):
        tables = _settled(some, known)
        many.insert(chain(*tables))
        for rows in tables:
            tallies.add(rows, counted)
        written += len(tables)
        newest = next((rows[0] for rows in reversed(tables) if rows[0].is_rated), newest)
    if newest is not None:
        ratings.climb(ladder, known, {}, newest)
    tallies.write(ladder.kind, counted)
    return written


def _in_order(kind: str) -> Iterator[Game]:
    over = Game.objects.filter(kind=kind, finished_at__isnull=False)
    return over.order_by("finished_at", "pk").iterator(AT_ONCE)


def _settled(games: Sequence[Game], known: ratings.Known) -> list[list[Played]]:
    seated = tables_of(games)
    tables = [rows_of(game, seated[game.pk]) for game in games]
    for rows in tables:
        if rows[0].is_rated:
            ratings.settle(rows, known)
    return tables
