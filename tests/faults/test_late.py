"""P10: clocks are killed while something is due at many tables. Never early, once, hardly late."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import NamedTuple

import pytest
from django.utils import timezone

from games.models import Game, Player
from games.time import clock
from games.time.pace import PACES
from tests.kit.faults.dealt import Dealer, Wanted
from tests.kit.faults.measures import percentile
from tests.kit.faults.oracle import Move, Oracle
from tests.kit.faults.stack import Stack
from tests.kit.figures import Note

pytestmark = [pytest.mark.services, pytest.mark.soak]

BOTS, COUNTDOWNS = 200, 100  # tables
SECONDS, BETWEEN_KILLS = 56, 8
LATE = timedelta(seconds=0.5)
TAKEN_OVER_WITHIN = timedelta(seconds=2)  # a claim runs out after one and a half
PACE = "fast"
END_AT = (
    "UPDATE games_game SET moved_at = %(begun)s, asked_at = %(begun)s, deadline = %(due)s"
    " WHERE id = %(game)s"
)
# Nobody has anything in the bank, and everybody looks on.
EMPTY_BANKS = (
    "UPDATE games_player SET bank = '0', seen_at = now() + interval '1 hour'"
    " WHERE game_id = ANY(%s)"
)


class Done(NamedTuple):
    due: datetime
    at: datetime

    @property
    def late(self) -> timedelta:
        return self.at - self.due

    def was_under_way(self, kills: list[datetime]) -> bool:
        """The clock that was killed may have claimed it."""
        return any(self.due <= kill < self.at for kill in kills)


@pytest.fixture
def no_web(stack: Stack) -> Iterator[None]:
    """Then nobody says whether people can act, and nobody is given more time because of that."""
    with ExitStack() as closing:
        for part in stack.webs:
            closing.enter_context(part.away())
        stack.tell("DELETE FROM games_pulse")
        yield


def count_down(stack: Stack, games: list[int]) -> dict[int, datetime]:
    """One after the other, as long as clocks are killed. When each of them is over."""
    stack.tell(EMPTY_BANKS, [games])
    each, due = timedelta(seconds=SECONDS) / len(games), {}
    for number, game in enumerate(games, 1):
        due[game] = timezone.now() + each * number
        begun = due[game] - PACES[PACE].move
        stack.tell(END_AT, {"game": game, "due": due[game], "begun": begun})
    return due


def kill_in_turn(stack: Stack) -> list[datetime]:
    kills = []
    for number in range(SECONDS // BETWEEN_KILLS):
        time.sleep(BETWEEN_KILLS)
        kills.append(timezone.now())
        stack.clocks[number % len(stack.clocks)].kill()
    time.sleep(BETWEEN_KILLS)
    return kills


def of_bots(game: int, log: dict[int, Move]) -> Iterator[Done]:
    for seq, move in log.items():
        if move.by == "bot" and move.seat is not None:
            before = Game(pk=game, seq=seq - 1)
            yield Done(log[seq - 1].at + clock._delay(before, Player(seat=move.seat)), move.at)


def of_the_house(due: datetime, log: dict[int, Move]) -> Done:
    """The first: who is played for again and again is not waited for."""
    return Done(due, next(move.at for move in log.values() if move.by == "house"))


@pytest.mark.usefixtures("no_web")
def test_what_is_due_while_clocks_are_killed_is_done_once_and_soon(
    stack: Stack, dealer: Dealer, note: Note
) -> None:
    bots = [dealer.deal(Wanted("bruno", people=0, bots=4)).games[0] for _table in range(BOTS)]
    people = [
        dealer.deal(Wanted("bruno", people=4, pace=PACE)).games[0] for _table in range(COUNTDOWNS)
    ]
    since = timezone.now()
    due = count_down(stack, people)
    kills = kill_in_turn(stack)
    oracle = Oracle(stack.database_url, bots + people)
    done = [each for game in bots for each in of_bots(game, oracle.log[game]) if each.at > since]
    done += [of_the_house(due[game], oracle.log[game]) for game in people]
    taken_over = [each.late for each in done if each.was_under_way(kills)]
    others = [each.late.total_seconds() for each in done if not each.was_under_way(kills)]
    longest = max(taken_over, default=timedelta(0))
    note(
        "P10",
        f"{len(kills)} kills of clocks, {BOTS + COUNTDOWNS} tables, {len(done)} moves",
        f"late p99 {percentile(others, 99):.2f} s, {len(taken_over)} taken over from the killed"
        f" ≤ {longest.total_seconds():.1f} s, never early ({min(others):.3f} s)",
    )
    assert oracle.judge([]).gaps == []
    assert min(others) >= 0
    assert timedelta(seconds=percentile(others, 99)) <= LATE
    assert longest <= TAKEN_OVER_WITHIN
