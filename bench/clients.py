"""Scripted players: they read the page they were sent and press one of its buttons at random.

Started by bench.live_speed and bench.idle_cost as a process of its own, so that its work is not
counted. Reads what to do as a line of JSON; writes a line when everyone sits and is warm, and a
line of JSON with what was measured, before anyone leaves.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from dataclasses import asdict, dataclass, field
from random import Random

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

SEQ = re.compile(r'<input[^>]* id="seq"[^>]* value="(\d+)"')
ACT = re.compile(r'<\w+[^>]* id="(?:act|table)"')
ACTION = re.compile(r'name="action" value="([^"]+)"')
AT_ONCE = 20  # sockets opened at the same time
LATEST = 8.0  # a page that shows nothing new for so long has missed it


@dataclass(frozen=True)
class Load:
    """`tables` has for each table the codes of its games, one after the other; `cookies` one for
    each seat.

    `pace`: seconds between two moves of a table; 0 is as fast as it goes, less than 0 is never.
    """

    addresses: list[str]
    cookies: list[list[str]]
    tables: list[list[str]]
    warm_up: float
    seconds: float
    pace: float = 0.0


@dataclass
class Measured:
    """`times` in seconds from pressing to the last of the pages; `late` pages never showed it."""

    times: list[float] = field(default_factory=list)
    others: list[int] = field(default_factory=list)  # bytes to a page for somebody else's move
    late: int = 0


@dataclass
class Page:
    """What one browser shows."""

    socket: ClientConnection
    seq: int = 0
    actions: list[str] = field(default_factory=list)
    size: int = 0

    async def read(self, newer_than: int) -> None:
        self.size = 0
        while self.seq <= newer_than:
            text = str(await self.socket.recv())
            self.size += len(text.encode())
            if shown := SEQ.search(text):
                self.seq = int(shown[1])
            if ACT.search(text):
                self.actions = ACTION.findall(text)

    async def press(self, action: str) -> None:
        await self.socket.send(json.dumps({"seq": self.seq, "action": action}))


class Table:
    def __init__(self, load: Load, number: int, doors: asyncio.Semaphore) -> None:
        self.load = load
        self.doors = doors
        self.cookies = load.cookies[number]
        self.games = iter(load.tables[number])
        self.luck = Random(number)
        self.pages: list[Page] = []
        self.measured = Measured()

    async def sit(self) -> None:
        """At the next game, each browser at one of the web processes in turn."""
        for page in self.pages:
            await page.socket.close()
        code = next(self.games)
        self.pages = [await self._open(code, seat) for seat in range(len(self.cookies))]

    async def _open(self, code: str, seat: int) -> Page:
        address = self.load.addresses[seat % len(self.load.addresses)]
        async with self.doors:
            socket = await connect(
                f"ws://{address}/ws/games/{code}/",
                origin=Origin(f"http://{address}"),
                additional_headers={"Cookie": self.cookies[seat]},
                compression=None,
                open_timeout=60,
                max_queue=None,  # a browser reads all the time, also while the others sit down
            )
            page = Page(socket)
            await page.read(0)
        return page

    async def play(self, seconds: float) -> None:
        self.measured = Measured()
        until = time.monotonic() + seconds
        if self.load.pace:
            await asyncio.sleep(self.luck.uniform(0, min(abs(self.load.pace), seconds)))
        while time.monotonic() < until:
            await self._turn(until)

    async def _turn(self, until: float) -> None:
        if self.load.pace < 0:
            await asyncio.gather(*(self._listen(page, until) for page in self.pages))
            return
        begin = time.monotonic()
        mover = next((page for page in self.pages if page.actions), None)
        if mover is None:
            await self.sit()
        else:
            await self._move(mover)
        wait = begin + self.load.pace * self.luck.uniform(0.8, 1.2) - time.monotonic()
        await asyncio.sleep(max(0.0, min(wait, until - time.monotonic())))

    async def _listen(self, page: Page, until: float) -> None:
        try:
            async with asyncio.timeout_at(
                asyncio.get_running_loop().time() + until - time.monotonic()
            ):
                while True:
                    await page.socket.recv()
        except TimeoutError:
            pass

    async def _move(self, mover: Page) -> None:
        """Press a button and wait until all pages show what came of it."""
        begin, seq = time.perf_counter(), mover.seq
        await mover.press(self.luck.choice(mover.actions))
        shown = [asyncio.wait_for(page.read(seq), LATEST) for page in self.pages]
        missing = await asyncio.gather(*shown, return_exceptions=True)
        self.measured.times.append(time.perf_counter() - begin)
        self.measured.late += sum(each is not None for each in missing)
        self.measured.others += [page.size for page in self.pages if page is not mover]


async def play(load: Load) -> None:
    doors = asyncio.Semaphore(AT_ONCE)
    tables = [Table(load, number, doors) for number in range(len(load.tables))]
    await asyncio.gather(*(table.sit() for table in tables))
    await asyncio.gather(*(table.play(load.warm_up) for table in tables))
    print("ready", flush=True)
    await asyncio.gather(*(table.play(load.seconds) for table in tables))
    print(json.dumps([asdict(table.measured) for table in tables]), flush=True)


if __name__ == "__main__":
    asyncio.run(play(Load(**json.loads(sys.stdin.readline()))))
