"""P14: what bystanders notice of somebody who floods the site, reads nothing, holds it open, or
opens and posts whatever can be opened and posted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest

from lobby.service.opening import MOST_OPEN, OPENED
from tests.kit.faults.dealt import Dealer, Wanted
from tests.kit.faults.measures import memory_of, percentile
from tests.kit.faults.nuisance import KNOCKERS, Nuisance
from tests.kit.faults.players import Table, Told
from tests.kit.faults.stack import Stack
from tests.kit.figures import Note

pytestmark = pytest.mark.services

SLOWER, MORE_MB = 2.0, 64.0
GAMES = 10  # one after the other, for some are short
FEW_MOVES = 3
PAUSE = 0.1  # after a move: four people who press as fast as they are answered say too much

Deed = Callable[[Nuisance], Coroutine[Any, Any, None]]


@pytest.fixture
async def table(stack: Stack, dealer: Dealer) -> AsyncIterator[Table]:
    """On the web process that suffers."""
    dealt = dealer.deal(Wanted("bruno", people=4, games=GAMES))
    table = Table([stack.addresses[:1]], dealt, 7000)
    await table.sit()
    yield table
    await table.leave()


@pytest.fixture
def nuisance(stack: Stack, dealer: Dealer) -> Nuisance:
    return Nuisance(stack, dealer.deal(Wanted("bruno", people=4)))


async def times_of(table: Table, moves: int) -> list[float]:
    times = []
    for _move in range(moves):
        if any(player.shown.is_over for player in table.players):
            await table.sit(len(table.begun))
        async with asyncio.timeout(60):
            moved = await table.move()
        assert moved.press.told is Told.ACKNOWLEDGED
        times.append(moved.seen)
        await asyncio.sleep(PAUSE)
    return times


async def do_a_little(nuisance: Nuisance, deed: Deed, until: Callable[[], bool]) -> None:
    disturbing = asyncio.create_task(deed(nuisance))
    try:
        async with asyncio.timeout(60):
            while not until():
                await asyncio.sleep(0.05)
    finally:
        disturbing.cancel()
        await asyncio.wait([disturbing])


async def test_whoever_floods_is_sent_away(stack: Stack, table: Table, nuisance: Nuisance) -> None:
    before = memory_of(stack.webs[0].process.pid)
    await do_a_little(nuisance, Nuisance.flood, lambda: nuisance.sent_away > 2)
    await times_of(table, FEW_MOVES)
    assert memory_of(stack.webs[0].process.pid) <= before + MORE_MB


@pytest.mark.parametrize(
    "deed,most",
    [
        (Nuisance.open_a_thousand_rooms, MOST_OPEN),
        (Nuisance.start_games_with_bots, OPENED.most),
    ],
)
async def test_whoever_opens_without_end_gets_so_much(
    stack: Stack, table: Table, nuisance: Nuisance, deed: Deed, most: int
) -> None:
    host, rooms = nuisance.dealt.users[:1], "SELECT count(*) FROM lobby_room WHERE host_id = %s"
    before = memory_of(stack.webs[0].process.pid)
    await do_a_little(nuisance, deed, lambda: stack.rows(rooms, host)[0][0] >= most)
    so_far = nuisance.answers
    await do_a_little(nuisance, deed, lambda: nuisance.answers > so_far + 10 * OPENED.most)
    await times_of(table, FEW_MOVES)
    assert stack.rows(rooms, host) == [(most,)]
    assert memory_of(stack.webs[0].process.pid) <= before + MORE_MB


async def test_whoever_knocks_without_end_is_refused_in_no_hurry(
    table: Table, nuisance: Nuisance
) -> None:
    await do_a_little(nuisance, Nuisance.knock, lambda: nuisance.refused > 0)
    begun, before = time.monotonic(), nuisance.refused
    await do_a_little(nuisance, Nuisance.knock, lambda: time.monotonic() > begun + 3)
    await times_of(table, FEW_MOVES)
    assert 0 < nuisance.refused - before <= 4 * KNOCKERS


ROUNDS, MOVES = 4, 30
DEEDS = [
    Nuisance.flood,
    Nuisance.read_nothing,
    Nuisance.hold_lines,
    Nuisance.never_end_requests,
    Nuisance.open_a_thousand_rooms,
    Nuisance.start_games_with_bots,
    Nuisance.ask_for_pages,
    Nuisance.post_forms,
    Nuisance.knock,
]


@pytest.mark.soak
@pytest.mark.parametrize("deed", DEEDS)
async def test_bystanders_hardly_notice(
    stack: Stack,
    table: Table,
    nuisance: Nuisance,
    deed: Deed,
    note: Note,
) -> None:
    """In turns, so that whatever else this machine does falls on both."""
    calm, disturbed = await times_of(table, 4), []
    calm.clear()
    begin, used = time.monotonic(), [memory_of(stack.webs[0].process.pid)]
    for _round in range(ROUNDS):
        calm += await times_of(table, MOVES)
        disturbing = asyncio.create_task(deed(nuisance))
        await nuisance.is_at_it.wait()
        disturbed += await times_of(table, MOVES)
        used.append(memory_of(stack.webs[0].process.pid))
        disturbing.cancel()
        await asyncio.wait([disturbing])
        nuisance.is_at_it.clear()
    before, after = (percentile(times, 95) * 1000 for times in (calm, disturbed))
    more = max(used) - used[0]
    note(
        "P14",
        f"{deed.__name__.replace('_', ' ')}, {time.monotonic() - begin:.0f} s, {len(calm)} moves",
        f"bystanders' p95 {before:.0f} → {after:.0f} ms ({after / before:.2f} ×), {more:+.0f} MB",
    )
    assert after < before * SLOWER
    assert more <= MORE_MB
