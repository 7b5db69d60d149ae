"""P20: pokes and messages are lost on their way, and every page notices soon."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from random import Random

import pytest

from tests.kit.faults.dealt import Dealer, Wanted
from tests.kit.faults.measures import percentile
from tests.kit.faults.players import Table
from tests.kit.faults.stack import Stack, port_of
from tests.kit.figures import Note
from tests.kit.proxy import Proxy
from tests.kit.sieves import Frames, Loss

pytestmark = pytest.mark.services

# A beat, and half of one more: what was sent just before one is not repeated by it.
NOTICED_WITHIN = 6.0


@pytest.fixture
def lost_frames() -> Loss:
    return Loss(Random(20))


@pytest.fixture
def lines(stack: Stack, lost_frames: Loss) -> Iterator[list[list[str]]]:
    with ExitStack() as closing:
        ports = [port_of(f"http://{address}") for address in stack.addresses]
        proxies = [Proxy(port, lambda: Frames(lost_frames)) for port in ports]
        yield [[closing.enter_context(proxy).address] for proxy in proxies]


@pytest.fixture
async def tables(lines: list[list[str]], dealer: Dealer, number: int) -> AsyncIterator[list[Table]]:
    tables = [
        Table(lines, dealer.deal(Wanted("bruno", people=4)), 3000 + 10 * each)
        for each in range(number)
    ]
    await asyncio.gather(*(table.sit() for table in tables))
    yield tables
    await asyncio.gather(*(table.leave() for table in tables))


async def moves_at(table: Table, moves: int) -> list[float]:
    """How long it took until everybody saw each of them."""
    times = []
    for _move in range(moves):
        if any(player.shown.is_over for player in table.players):
            break
        async with asyncio.timeout(90):
            times.append((await table.move()).seen)
    return times


RUNS = [
    pytest.param(3, 5, 0.3, 0.1, 10.0, id="small"),
    pytest.param(10, 100, 0.05, 0.01, 1.0, id="full", marks=pytest.mark.soak),
]


@pytest.mark.parametrize("number,moves,pokes,frames,slack", RUNS)
async def test_what_is_lost_on_its_way_is_noticed_within_a_beat(
    stack: Stack,
    tables: list[Table],
    lost_frames: Loss,
    moves: int,
    pokes: float,
    frames: float,
    slack: float,
    note: Note,
) -> None:
    before = stack.lost_pokes.lost
    stack.lost_pokes.share, lost_frames.share = pokes, frames
    try:
        played = await asyncio.gather(*(moves_at(table, moves) for table in tables))
    finally:
        stack.lost_pokes.share = lost_frames.share = 0.0
    seen = [seconds for times in played for seconds in times]
    lost = stack.lost_pokes.lost - before, lost_frames.lost
    note(
        "P20",
        f"{len(seen)} moves, {lost[0]} pokes and {lost[1]} messages lost",
        f"seen by everybody p99 {percentile(seen, 99):.1f} s, at most {max(seen):.1f} s",
    )
    assert min(lost) > 0, "nothing was lost"
    assert percentile(seen, 99) <= NOTICED_WITHIN * slack
    assert sum(player.went_back for table in tables for player in table.players) == 0
