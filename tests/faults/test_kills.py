"""P1, P10: whatever process is killed whenever, what a player saw accepted is in the log, once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

import pytest

from tests.kit.faults.dealt import Dealer, Wanted
from tests.kit.faults.killer import EVERYBODY, Killer, anybody
from tests.kit.faults.oracle import Oracle
from tests.kit.faults.players import Table, acknowledged, presses_of
from tests.kit.faults.stack import Stack
from tests.kit.figures import Note
from tests.kit.replayed import replayed

pytestmark = pytest.mark.services


@dataclass(frozen=True)
class Run:
    """Until there are so many kills and acknowledged moves. Then the games that were begun go on:
    to their end, or for so many moves each."""

    kills: int
    moves: int
    victims: Callable[[], Iterable[str]]
    moves_between: int  # kills
    times: int  # every table of the list
    games: int
    goes_on_for: int | None


SMALL = Run(len(EVERYBODY), 60, lambda: EVERYBODY, 12, 1, 3, goes_on_for=2)
FULL = Run(200, 20_000, lambda: anybody(Random(1)), 95, 4, 60, goes_on_for=None)
SOONEST, LATEST = 0.5, 2.5
TABLES = [
    Wanted("bruno", people=4),
    Wanted("uno", people=2),
    Wanted("briscalone", people=5),
    Wanted("uno", people=3, bots=1),
    Wanted("bruno", people=1, bots=3),
]
PACED = [Wanted(kind, people=0, bots=bots) for kind, bots in (("bruno", 4), ("uno", 2))]
RUNS = [pytest.param(SMALL, id="small"), pytest.param(FULL, id="full", marks=pytest.mark.soak)]


def tables_of(stack: Stack, dealer: Dealer, run: Run) -> list[Table]:
    wanted = [Wanted(w.kind, w.people, w.bots, run.games) for w in TABLES * run.times]
    numbers = range(1000, 1000 + 10 * len(wanted), 10)
    pairs = zip(wanted, numbers, strict=True)
    return [Table([stack.addresses], dealer.deal(each), number) for each, number in pairs]


async def play_through_kills(stack: Stack, tables: list[Table], run: Run) -> Killer:
    killer = Killer(stack, Random(run.moves), lambda: moves_of(tables), run.moves_between)
    playing = [asyncio.create_task(table.play()) for table in tables]
    killing = asyncio.create_task(killer.go_about(run.victims(), SOONEST, LATEST))
    while not has_enough(killer, tables, run):
        await asyncio.sleep(0.5)
        assert not any(task.done() for task in playing), "a table has run out of games"
    killing.cancel()
    await asyncio.to_thread(stack.wait_until_well)
    for table in tables:
        table.is_closing = True
    await go_on(tables, playing, run)
    return killer


def has_enough(killer: Killer, tables: list[Table], run: Run) -> bool:
    return killer.kills.total() >= run.kills and moves_of(tables) >= run.moves


def moves_of(tables: list[Table]) -> int:
    return len(acknowledged(presses_of(tables)))


async def go_on(tables: list[Table], playing: list[asyncio.Task[None]], run: Run) -> None:
    if run.goes_on_for is None:
        await asyncio.wait_for(asyncio.gather(*playing), 600)
        return
    wanted = [moves_of([table]) + run.goes_on_for for table in tables]
    for table, moves in zip(tables, wanted, strict=True):
        async with asyncio.timeout(90):
            while moves_of([table]) < moves and not table.players[0].shown.is_over:
                await asyncio.sleep(0.1)
    for task in playing:
        task.cancel()
    await asyncio.gather(*(table.leave() for table in tables))


@pytest.mark.parametrize("run", RUNS)
async def test_nothing_that_was_acknowledged_is_lost_whatever_is_killed(
    stack: Stack, dealer: Dealer, run: Run, note: Note
) -> None:
    tables = tables_of(stack, dealer, run)
    alone = [game for wanted in PACED * run.times for game in dealer.deal(wanted).games]
    killer = await play_through_kills(stack, tables, run)
    presses = presses_of(tables)
    begun = [game for table in tables for game in table.begun]
    oracle = Oracle(stack.database_url, begun + alone)
    verdict = oracle.judge(presses, paced=alone)
    visitors = [player for table in tables for player in table.players]
    went_back = sum(player.went_back for player in visitors)
    note(
        "P1",
        f"{killer.kills.total()} kills ({killer.told}) at {len(tables)} tables",
        f"{verdict.acknowledged} acknowledged, {len(verdict.lost)} lost,"
        f" {len(verdict.gaps)} gaps, {len(begun)} games, pages back {went_back}",
    )
    assert killer.kills.total() >= run.kills and verdict.acknowledged >= run.moves
    assert all(oracle.moves_by_bots(game) for game in alone), "no clock moved there"
    if run.goes_on_for is not None:
        verdict.unfinished.clear()
    assert verdict.faults == []
    assert went_back == 0
    assert replayed(stack.database_url).endswith(" 0")
