"""P9: a restart of every server in turn, and then of all at once, loses nothing and nobody."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Sequence

import pytest

from scripts import compose
from tests.kit.faults.dealt import Dealer, Wanted
from tests.kit.faults.oracle import Oracle
from tests.kit.faults.players import Player, Table, acknowledged, presses_of
from tests.kit.faults.stack import Part, Stack
from tests.kit.figures import Note

pytestmark = pytest.mark.services

BACK_WITHIN = 5.0
TABLES = [
    Wanted("bruno", people=4, pace="fast", games=4),
    Wanted("uno", people=3, bots=1, pace="fast", games=12),
    Wanted("briscalone", people=5, pace="fast", games=4),
]
RUNS = [
    pytest.param(1, 1, 5.0, id="small"),
    pytest.param(3, 3, 1.0, id="full", marks=pytest.mark.soak),
]


async def restarted(stack: Stack, parts: Sequence[Part]) -> float:
    """They end by themselves and are started again. Since when all is well, by the clock."""
    before = [part.process for part in parts]
    for part in parts:
        part.signal(signal.SIGTERM)
    for process in before:
        await asyncio.to_thread(process.wait, 30)
    while not all([await asyncio.to_thread(compose.is_well, each) for each in stack.addresses]):
        await asyncio.sleep(0.05)
    return time.monotonic()


async def all_play_on(players: Sequence[Player]) -> None:
    async with asyncio.timeout(120):
        for player in players:
            await player.until(lambda player=player: player.is_there)  # type: ignore[misc]


def late(players: Sequence[Player], since: float, well: float) -> list[float]:
    """How long each was away while somebody was there to come to."""
    absences = [each for player in players for each in player.absences if each.end > since]
    return [each.end - max(each.begin, well) for each in absences]


async def restart_in_turn(stack: Stack, players: Sequence[Player]) -> list[float]:
    """One web process is always there: every second of an absence counts."""
    away: list[float] = []
    for part in stack.sites:
        since = time.monotonic()
        await restarted(stack, [part])
        await all_play_on(players)
        away += late(players, since, since)
    return away


async def restart_all(stack: Stack, players: Sequence[Player]) -> list[float]:
    since = time.monotonic()
    well = await restarted(stack, stack.sites)
    await all_play_on(players)
    return late(players, since, well)


@pytest.mark.parametrize("times,rounds,slack", RUNS)
async def test_a_restart_of_every_server_costs_no_move_and_nobody_their_turn(
    stack: Stack, dealer: Dealer, times: int, rounds: int, slack: float, note: Note
) -> None:
    dealt = [dealer.deal(wanted) for wanted in TABLES * times]
    tables = [Table([stack.addresses], each, 4000 + 10 * n) for n, each in enumerate(dealt)]
    players = [player for table in tables for player in table.players]
    playing = [asyncio.create_task(table.play()) for table in tables]
    await all_play_on(players)
    away: list[float] = []
    for _round in range(rounds):
        away += await restart_in_turn(stack, players)
        away += await restart_all(stack, players)
    before = len(acknowledged(presses_of(tables)))
    async with asyncio.timeout(120):
        while len(acknowledged(presses_of(tables))) < before + len(tables):
            await asyncio.sleep(0.1)
    for task in playing:
        task.cancel()
    await asyncio.gather(*(table.leave() for table in tables))
    oracle = Oracle(stack.database_url, [game for table in tables for game in table.begun])
    verdict = oracle.judge(presses_of(tables))
    verdict.unfinished.clear()
    house = [move for log in oracle.log.values() for move in log.values() if move.by == "house"]
    note(
        "P9",
        f"{rounds} × every server in turn, then all at once, {len(tables)} tables",
        f"{verdict.acknowledged} acknowledged, {len(verdict.lost)} lost,"
        f" {len(house)} turns lost on time, back within {max(away):.1f} s",
    )
    assert verdict.faults == []
    assert house == []
    assert max(away) <= BACK_WITHIN * slack
