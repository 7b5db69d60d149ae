"""P14: what bystanders notice of somebody who floods the site, reads nothing, or holds it open."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from tests.kit.faults.dealt import Dealer, Dealt, Wanted
from tests.kit.faults.measures import memory_of, percentile
from tests.kit.faults.players import Table, Told
from tests.kit.faults.stack import ADDRESS_HEADER, Stack
from tests.kit.figures import Note

pytestmark = pytest.mark.services

SLOWER, MORE_MB = 2.0, 64.0
LINES, HALF_REQUESTS = 60, 600
GAMES = 10  # one after the other, for some are short
PAUSE = 0.1  # after a move: four people who press as fast as they are answered say too much
FRAME = '{"seq": 1, "action": "' + "x" * 8000 + '"}'


class Nuisance:
    """One account at one address, with as many sockets as it gets."""

    def __init__(self, stack: Stack, dealt: Dealt) -> None:
        self.stack = stack
        self.dealt = dealt
        self.is_at_it = asyncio.Event()

    async def line(self) -> ClientConnection:
        address = self.stack.addresses[0]
        return await connect(
            f"ws://{address}/ws/games/{self.dealt.codes[0]}/",
            origin=Origin(f"http://{address}"),
            additional_headers={"Cookie": self.dealt.cookies[0], ADDRESS_HEADER: "10.99.99.99"},
            compression=None,
            ping_interval=None,
            close_timeout=0.2,
            max_queue=None,
        )

    async def flood(self) -> None:
        """As fast as the line takes it, and again when it is cut."""
        self.is_at_it.set()
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with await self.line() as line:
                    while True:
                        await line.send(FRAME)
                        await asyncio.sleep(0.002)
            await asyncio.sleep(0.05)

    async def read_nothing(self) -> None:
        """Ask for the whole page again and again, and leave it lying."""
        self.is_at_it.set()
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with await self.line() as line:
                    line.transport.pause_reading()
                    while True:
                        await line.send('{"again": true}')
                        await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)

    async def hold_lines(self) -> None:
        async with AsyncExitStack() as held:
            for _line in range(LINES):
                with suppress(OSError, WebSocketException, TimeoutError):
                    held.push_async_callback((await self.line()).close)
            self.is_at_it.set()
            while True:
                await asyncio.sleep(1)

    async def never_end_requests(self) -> None:
        """One letter a second of each; those that are given up begin anew."""
        host, _colon, port = self.stack.addresses[0].partition(":")
        lines: list[asyncio.StreamWriter] = []
        try:
            while True:
                while len(lines) < HALF_REQUESTS:
                    _reader, line = await asyncio.open_connection(host, int(port))
                    line.write(b"GET / HTTP/1.1\r\nX: ")
                    lines.append(line)
                self.is_at_it.set()
                await asyncio.sleep(1)
                for line in lines:
                    line.write(b"x")
                lines = [line for line in lines if not line.is_closing()]
        finally:
            for line in lines:
                line.transport.abort()


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


ROUNDS, MOVES = 4, 30
DEEDS = [
    Nuisance.flood,
    Nuisance.read_nothing,
    Nuisance.hold_lines,
    Nuisance.never_end_requests,
]


@pytest.mark.soak
@pytest.mark.parametrize("deed", DEEDS)
async def test_bystanders_hardly_notice(
    stack: Stack,
    table: Table,
    nuisance: Nuisance,
    deed: Callable[[Nuisance], Coroutine[Any, Any, None]],
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
