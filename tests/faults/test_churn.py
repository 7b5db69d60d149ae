"""P12: people come and go, and leave nothing behind."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import psycopg
import pytest
import redis

from tests.kit.faults.dealt import Dealer, Wanted
from tests.kit.faults.measures import memory_of, slope
from tests.kit.faults.players import Player, Table
from tests.kit.faults.stack import Stack
from tests.kit.figures import Note

pytestmark = pytest.mark.services

MB_AN_HOUR = 5.0
SAMPLED_EVERY = 5.0
AT_ONCE = 6
ROUNDS = 2
PLAYING, GOING = 8 * 60, 30 * 60


class Sample(NamedTuple):
    at: float
    memory: float  # MB of all our processes
    files: int
    connections: int
    keys: int


def pids_of(stack: Stack) -> list[int]:
    return [part.process.pid for part in stack.sites]


def sample(stack: Stack) -> Sample:
    with psycopg.connect(stack.database_url) as connection:
        open_now = connection.execute("SELECT count(*) FROM pg_stat_activity").fetchone()
    with redis.Redis.from_url(stack.redis.url) as client:
        keys = client.dbsize()
    pids = pids_of(stack)
    files = sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in pids)
    assert open_now is not None
    return Sample(time.monotonic(), sum(map(memory_of, pids)), files, open_now[0], keys)


async def visit(player: Player, luck: Random, presses: float) -> None:
    """Look, perhaps move, and go, with or without a word."""
    await player.sit(0)
    async with asyncio.timeout(60):
        await player.until(lambda: player.is_there)
    if player.shown.actions and luck.random() < presses:
        await player.press(luck.choice(player.shown.actions))
    if luck.random() < 0.3 and player.socket is not None:
        player.socket.transport.abort()
    await player.leave()


async def come_and_go(players: Sequence[Player], visits: int, presses: float) -> None:
    """Each player is in one place at a time; so many of them at once."""
    luck = Random(visits)
    waiting = iter(list(players) * (visits // len(players)))

    async def keep_coming() -> None:
        for player in waiting:
            if player.living is None:
                await visit(player, luck, presses)

    await asyncio.gather(*(keep_coming() for _ in range(AT_ONCE)))


@pytest.fixture
def players(stack: Stack, dealer: Dealer) -> list[Player]:
    dealt = [dealer.deal(Wanted("bruno", people=4)) for _table in range(6)]
    tables = [Table([stack.addresses], each, 6000 + 4 * n) for n, each in enumerate(dealt)]
    return [player for table in tables for player in table.players]


async def test_a_few_hundred_visits_leave_nothing_behind(
    stack: Stack, players: list[Player]
) -> None:
    """Memory is another matter: what is kept for a while hides in so few what is kept for ever."""
    await come_and_go(players, 144, presses=0)
    before = await asyncio.to_thread(sample, stack)
    await come_and_go(players, 240, presses=0)
    after = await asyncio.to_thread(sample, stack)
    assert after.files <= before.files + AT_ONCE
    assert after.keys <= before.keys
    assert after.connections <= before.connections + AT_ONCE


async def sampled_while_they_come(
    stack: Stack, players: list[Player], seconds: float, presses: float
) -> list[Sample]:
    samples, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        await come_and_go(players, ROUNDS * len(players), presses)
        samples.append(await asyncio.to_thread(sample, stack))
        await asyncio.sleep(SAMPLED_EVERY)
    return samples


@pytest.mark.soak
async def test_half_an_hour_of_coming_and_going_leaves_nothing_behind(
    stack: Stack, players: list[Player], note: Note
) -> None:
    """At first they also play. What was drawn of a move is kept for whoever comes next, up to a
    number that half an hour does not reach: so once everything is warm, they only come and go."""
    await sampled_while_they_come(stack, players, PLAYING, presses=0.5)
    settled = await sampled_while_they_come(stack, players, GOING, presses=0)
    growth = slope([(each.at / 3600, each.memory) for each in settled])
    files = [each.files for each in settled]
    connections = [each.connections for each in settled]
    note(
        "P12",
        f"{len(settled) * ROUNDS * len(players)} visits in {GOING // 60} minutes, four processes",
        f"memory {growth:+.1f} MB/h, files {min(files)}–{max(files)},"
        f" connections {min(connections)}–{max(connections)}, keys {settled[-1].keys}",
    )
    assert growth <= MB_AN_HOUR
    assert files[-1] <= files[0] + AT_ONCE
    assert connections[-1] <= connections[0] + AT_ONCE
    assert settled[-1].keys <= settled[0].keys
