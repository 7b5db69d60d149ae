"""Knows what every player was told, and holds the log against it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import psycopg
from psycopg import IsolationLevel

from tests.kit.faults.players import Press, Told

SOONEST_BOT = timedelta(milliseconds=700)


@dataclass(frozen=True)
class Move:
    seat: int | None
    action: str
    by: str
    at: datetime


@dataclass
class Verdict:
    acknowledged: int = 0
    lost: list[Press] = field(default_factory=list)  # acknowledged, and not in the log
    false_refusals: list[Press] = field(default_factory=list)  # refused, and in the log
    gaps: list[int] = field(default_factory=list)  # games
    early: list[tuple[int, int]] = field(default_factory=list)  # bots that did not wait
    unfinished: list[int] = field(default_factory=list)  # games

    @property
    def faults(self) -> list[object]:
        return [*self.lost, *self.false_refusals, *self.gaps, *self.early, *self.unfinished]


class Oracle:
    def __init__(self, database_url: str, games: Iterable[int]) -> None:
        self.games = list(games)
        self.log: dict[int, dict[int, Move]] = {game: {} for game in self.games}
        with psycopg.connect(database_url) as connection:
            # All as of one moment: bots play on meanwhile.
            connection.isolation_level = IsolationLevel.REPEATABLE_READ
            moves = "SELECT game_id, seq, seat, action, by, at FROM games_move"
            chosen = " WHERE game_id = ANY(%s) ORDER BY seq"
            for game, seq, *move in connection.execute(moves + chosen, [self.games]):
                self.log[game][seq] = Move(*move)
            rows = "SELECT id, seq, finished_at FROM games_game WHERE id = ANY(%s)"
            found = connection.execute(rows, [self.games]).fetchall()
        self.newest = {game: seq for game, seq, _finished in found}
        self.unfinished = [game for game, _seq, finished in found if finished is None]

    def judge(self, presses: Sequence[Press], *, paced: Iterable[int] = ()) -> Verdict:
        """`paced`: the games whose bots take their time."""
        return Verdict(
            sum(press.told is Told.ACKNOWLEDGED for press in presses),
            [p for p in presses if p.told is Told.ACKNOWLEDGED and not self._has(p)],
            self._false_refusals(presses),
            [game for game in self.games if not self._is_whole(game)],
            [(game, seq) for game in paced for seq in self._early(game)],
            self.unfinished,
        )

    def _has(self, press: Press) -> bool:
        move = self.log[press.game].get(press.seq + 1)
        return move is not None and (move.seat, move.action) == (press.seat, press.action)

    def _false_refusals(self, presses: Sequence[Press]) -> list[Press]:
        """What was pressed twice, for nothing was told the first time, may be refused rightly."""
        tries: defaultdict[tuple[int, int, int, str], int] = defaultdict(int)
        for press in presses:
            tries[press.game, press.seat, press.seq, press.action] += 1
        return [
            press
            for press in presses
            if press.told is Told.REFUSED
            and self._has(press)
            and tries[press.game, press.seat, press.seq, press.action] == 1
        ]

    def _is_whole(self, game: int) -> bool:
        return list(self.log[game]) == list(range(1, self.newest[game] + 1))

    def moves_by_bots(self, game: int) -> int:
        return sum(move.by == "bot" for move in self.log[game].values())

    def _early(self, game: int) -> list[int]:
        log = self.log[game]
        return [
            seq
            for seq, move in log.items()
            if move.by == "bot" and move.at - log[seq - 1].at < SOONEST_BOT
        ]
