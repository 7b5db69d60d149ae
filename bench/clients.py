"""Scripted players: they read the page they were sent and press one of its buttons at random.

Started by bench.live_speed as a process of its own, so that its work is not counted. Reads what
to do as a line of JSON; writes a line when everyone sits and is warm, and a line of JSON with how
long each move took, in seconds, before anyone leaves.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from dataclasses import dataclass, field
from random import Random

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

SEQ = re.compile(r'id="table" data-seq="(\d+)"')
ACTION = re.compile(r'name="action" value="([^"]+)"')


@dataclass(frozen=True)
class Load:
    """`tables` has for each table its games, one after the other; `cookies` one for each seat."""

    address: str
    cookies: list[list[str]]
    tables: list[list[int]]
    warm_up: float
    seconds: float


@dataclass
class Page:
    """What one browser shows."""

    socket: ClientConnection
    seq: int = 0
    actions: list[str] = field(default_factory=list)

    async def read(self, newer_than: int) -> None:
        while self.seq <= newer_than:
            text = str(await self.socket.recv())
            if shown := SEQ.search(text):
                self.seq, self.actions = int(shown[1]), ACTION.findall(text)

    async def press(self, action: str) -> None:
        await self.socket.send(json.dumps({"seq": self.seq, "action": action}))


class Table:
    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.number = number
        self.games = iter(load.tables[number])
        self.luck = Random(number)
        self.pages: list[Page] = []
        self.times: list[float] = []

    async def sit(self) -> None:
        """At the next game, with four browsers."""
        for page in self.pages:
            await page.socket.close()
        game_id = next(self.games)
        self.pages = [await self._open(game_id, cookie) for cookie in self.cookies]

    @property
    def cookies(self) -> list[str]:
        return self.load.cookies[self.number]

    async def _open(self, game_id: int, cookie: str) -> Page:
        socket = await connect(
            f"ws://{self.load.address}/ws/games/{game_id}/",
            origin=Origin(f"http://{self.load.address}"),
            additional_headers={"Cookie": cookie},
            compression=None,
        )
        page = Page(socket)
        await page.read(0)
        return page

    async def play(self, seconds: float) -> None:
        self.times = []
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            mover = next((page for page in self.pages if page.actions), None)
            if mover is None:
                await self.sit()
            else:
                await self._move(mover)

    async def _move(self, mover: Page) -> None:
        """Press a button and wait until all four pages show what came of it."""
        begin, seq = time.perf_counter(), mover.seq
        await mover.press(self.luck.choice(mover.actions))
        await asyncio.gather(*(page.read(seq) for page in self.pages))
        self.times.append(time.perf_counter() - begin)


async def play(load: Load) -> None:
    tables = [Table(load, number) for number in range(len(load.tables))]
    await asyncio.gather(*(table.sit() for table in tables))
    await asyncio.gather(*(table.play(load.warm_up) for table in tables))
    print("ready", flush=True)
    await asyncio.gather(*(table.play(load.seconds) for table in tables))
    print(json.dumps([taken for table in tables for taken in table.times]), flush=True)


if __name__ == "__main__":
    asyncio.run(play(Load(**json.loads(sys.stdin.readline()))))
