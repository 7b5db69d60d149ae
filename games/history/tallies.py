"""How often somebody has won, with whom and against whom."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.db import connection
from django.db.backends.utils import CursorWrapper

from .models import Played, Tally

Key = tuple[int, str, int | None, str]  # whose, on which side, and who was there
Row = tuple[str | int | None, ...]
Counted = dict[Key, list[int]]  # games, won; and of these the ones that strangers may see

AT_ONCE: Final = 5000
UNCOUNTED: Final = (Played.Outcome.CLOSED, Played.Outcome.VOID)
# Rows travel as one text. As parameters of their own they cost the driver more than counting does.
_UNPACKED: Final = {
    "postgresql": ("jsonb_array_elements(%s)", "value ->> {}"),
    "sqlite": ("json_each(%s)", "json_extract(value, '$[{}]')"),
}
_TYPES: Final = ("bigint", "text", "text", "bigint", "text", *["integer"] * 4)
# The database adds up: to read what is there would take every pair that ever met.
_ADD: Final = """
    INSERT INTO games_tally (user_id, kind, side, other_id, bot, games, won, open_games, open_won)
    SELECT {row} FROM {rows} WHERE true
    ON CONFLICT {{those}} DO UPDATE SET
    games = games_tally.games + excluded.games,
    won = games_tally.won + excluded.won,
    open_games = games_tally.open_games + excluded.open_games,
    open_won = games_tally.open_won + excluded.open_won
"""
_PERSON: Final = "(user_id, kind, side, other_id) WHERE other_id IS NOT NULL"
_BOT: Final = "(user_id, kind, side, bot) WHERE other_id IS NULL"


def count(kind: str, tables: Iterable[Sequence[Played]]) -> None:
    """Finished games of one kind more. A closed one counts for nobody."""
    counted: Counted = {}
    for rows in tables:
        add(rows, counted)
    write(kind, counted)


def add(rows: Sequence[Played], counted: Counted) -> None:
    """One game more, kept in mind."""
    is_seen = int(rows[0].is_open)
    for key, is_win in _counting(rows):
        counts = counted.setdefault(key, [0, 0, 0, 0])
        for place, more in enumerate((1, is_win, is_seen, is_seen * is_win)):
            counts[place] += more


def write(kind: str, counted: Counted) -> None:
    """What was kept in mind, added to what is there."""
    people: list[Row] = []
    bots: list[Row] = []
    for (user, side, other, bot), counts in counted.items():
        rows = bots if other is None else people
        rows.append((user, kind, side, other, bot, *counts))
    with connection.cursor() as cursor:
        _add(cursor, _PERSON, people)
        _add(cursor, _BOT, bots)


def _add(cursor: CursorWrapper, those: str, rows: Sequence[Row]) -> None:
    """Many a statement, for each statement is a trip to the database."""
    unpacked, field = _UNPACKED[cursor.db.vendor]
    row = ", ".join(f"CAST({field.format(n)} AS {column})" for n, column in enumerate(_TYPES))
    statement = _ADD.format(row=row, rows=unpacked).format(those=those)
    for start in range(0, len(rows), AT_ONCE):
        cursor.execute(statement, [json.dumps(rows[start : start + AT_ONCE])])


def _counting(rows: Sequence[Played]) -> Iterator[tuple[Key, int]]:
    for row in rows:
        if row.user_id is not None and row.outcome not in UNCOUNTED:
            is_win = int(row.outcome == Played.Outcome.WON)
            yield (row.user_id, Tally.Side.ALL, None, ""), is_win
            others = (other for other in rows if other.seat != row.seat)
            for key in {_met(row.user_id, row, other) for other in others}:
                yield key, is_win


def _met(user_id: int, row: Played, other: Played) -> Key:
    side = Tally.Side.WITH if other.side == row.side else Tally.Side.AGAINST
    return user_id, side, other.user_id, other.bot
