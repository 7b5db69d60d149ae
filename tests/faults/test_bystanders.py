"""P14: what bystanders notice of somebody who floods the site, reads nothing, holds it open, or
opens and posts whatever can be opened and posted."""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from itertools import cycle
from typing import Any
from urllib.parse import urlencode

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from bruno_site.live.socket import TOO_MUCH
from lobby.service.opening import MOST_OPEN, OPENED
from tests.kit.faults.dealt import Dealer, Dealt, Wanted
from tests.kit.faults.measures import memory_of, percentile
from tests.kit.faults.players import Table, Told
from tests.kit.faults.stack import ADDRESS_HEADER, Stack
from tests.kit.figures import Note

pytestmark = pytest.mark.services

SLOWER, MORE_MB = 2.0, 64.0
LINES, HALF_REQUESTS, READERS = 60, 600, 40
GAMES = 10  # one after the other, for some are short
FEW_MOVES = 3
PAUSE = 0.1  # after a move: four people who press as fast as they are answered say too much
FRAME = '{"seq": 1, "action": "' + "x" * 8000 + '"}'
TOKEN = "a" * 32
LED_TO_ROOM = re.compile(r"^Location: (/t/[\w-]+/)", re.MULTILINE)
TOO_FAST = " 429 "
LED_TO_GAME = re.compile(r"^Location: (/games/[\w-]+/)", re.MULTILINE)


class Nuisance:
    """One account at one address, with as many sockets as it gets."""

    def __init__(self, stack: Stack, dealt: Dealt) -> None:
        self.stack = stack
        self.dealt = dealt
        self.is_at_it = asyncio.Event()
        self.sent_away = self.answers = 0

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
            try:
                async with await self.line() as line:
                    while True:
                        await line.send(FRAME)
                        await asyncio.sleep(0.002)
            except ConnectionClosed as closed:
                self.sent_away += closed.rcvd is not None and closed.rcvd.code == TOO_MUCH
            except (OSError, WebSocketException, TimeoutError):
                pass
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

    async def ask(self, path: str, form: dict[str, str] | None = None) -> str:
        """The head of the answer, or nothing."""
        address = self.stack.addresses[0]
        host, _colon, port = address.partition(":")
        said = urlencode(form or {})
        lines = [
            f"{'GET' if form is None else 'POST'} {path} HTTP/1.1",
            f"Host: {address}",
            f"Cookie: {self.dealt.cookies[0]}; csrftoken={TOKEN}",
            f"X-CSRFToken: {TOKEN}",
            f"{ADDRESS_HEADER}: 10.99.99.99",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(said)}",
            "Connection: close",
        ]
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(host, int(port))
            try:
                writer.write(("\r\n".join(lines) + "\r\n\r\n" + said).encode())
                answer = await reader.read()
                self.answers += 1
                return answer.partition(b"\r\n\r\n")[0].decode()
            finally:
                writer.close()
        return ""

    async def open_a_thousand_rooms(self) -> None:
        """One after the other, as fast as they are answered."""
        self.is_at_it.set()
        while True:
            await self.ask("/tables/new/bruno/", {"size": "4"})

    async def start_games_with_bots(self) -> None:
        """And look at each in turn, so that its bots play."""
        self.is_at_it.set()
        games: deque[str] = deque()
        while True:
            led = await self.ask("/play-now/", {"kind": "bruno", "level": "easy"})
            if room := LED_TO_ROOM.search(led):
                await self.be_ready(room[1])
                if game := LED_TO_GAME.search(await self.ask(room[1])):
                    games.append(game[1])
            if games:
                await self.ask(f"{games[0]}poll/")
                games.rotate()

    async def be_ready(self, room: str) -> None:
        """However often it takes: a table that waits for ever keeps the next one from opening."""
        while TOO_FAST in await self.ask(f"{room}act/", {"ready": "1"}):
            await asyncio.sleep(0.3)

    async def ask_for_pages(self) -> None:
        """So many at once, each as fast as it is answered."""
        game = f"/games/{self.dealt.codes[0]}/"
        self.is_at_it.set()
        await asyncio.gather(*(self._read(game, f"{game}back/", "/") for _ in range(READERS)))

    async def _read(self, *pages: str) -> None:
        for page in cycle(pages):
            await self.ask(page)

    async def post_forms(self) -> None:
        self.is_at_it.set()
        game = f"/games/{self.dealt.codes[0]}/"
        while True:
            await self.ask(f"{game}play/", {"seq": "1", "action": "nothing"})
            await self.ask(f"{game}poll/")


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
