"""One page that somebody holds open, and does with its socket what static/js/live.js does: one at
a time, silence is noticed, messages are counted, and after a cut it comes back soon."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from tests.kit.faults.shown import NOTICE, NUMBER, SEQ, Shown
from tests.kit.faults.stack import ADDRESS_HEADER

SILENCE_SECONDS = 9.0
SOONEST, LATEST = 0.3, 3.0
AGAIN = '{"again": true}'
RESTS = 4008


class Absence(NamedTuple):
    """From a cut, as soon as it was noticed, to the next page."""

    begin: float
    end: float

    @property
    def seconds(self) -> float:
        return self.end - self.begin


class Visitor:
    """`addresses` of all web processes: whatever stands before them leads to any."""

    def __init__(self, addresses: Sequence[str], cookie: str, number: int) -> None:
        self.addresses = addresses
        self.headers = {"Cookie": cookie, ADDRESS_HEADER: f"10.{number >> 8}.{number & 255}.1"}
        self.luck = Random(number)
        self.socket: ClientConnection | None = None
        self.shown = Shown()
        self.notice: str | None = None  # what was said to what was pressed last
        self.changed = asyncio.Event()
        self.opened = 0  # sockets
        self.count = 0  # messages of this socket
        self.asked_again = 0
        self.went_back = 0  # how often it showed an older position than before
        self.lost_at = 0.0
        self.absences: list[Absence] = []
        self.code = 0  # of ours, that it was sent away with
        self.living: asyncio.Task[None] | None = None

    def open(self, path: str) -> None:
        self.shown, self.code, self.lost_at = Shown(), 0, 0.0
        self.living = asyncio.create_task(self._live(path))

    async def leave(self) -> None:
        if self.living is not None:
            self.living.cancel()
            await asyncio.wait([self.living])
            self.living = self.socket = None

    async def _live(self, path: str) -> None:
        while not self.code:
            with suppress(OSError, WebSocketException, TimeoutError, EOFError):
                await self._stay(path)
            self._lose()
            await asyncio.sleep(self.luck.uniform(SOONEST, LATEST))

    async def _stay(self, path: str) -> None:
        async with await self._reach(path) as socket:
            self.opened, self.count = self.opened + 1, 0
            try:
                while True:
                    async with asyncio.timeout(SILENCE_SECONDS):
                        text = str(await socket.recv())
                    self._hear(text, socket)
                    if self.asks_for_all:
                        self.asked_again += 1
                        await socket.send(AGAIN)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 0
                self.code = code if 4400 <= code < 4500 or code == RESTS else 0

    async def _reach(self, path: str) -> ClientConnection:
        """Whichever is there."""
        first, *others = self.luck.sample(self.addresses, len(self.addresses))
        for address in others:
            try:
                return await self._connect(address, path)
            except ConnectionRefusedError:
                continue
        return await self._connect(first, path)

    async def _connect(self, address: str, path: str) -> ClientConnection:
        return await connect(
            f"ws://{address}{path}",
            origin=Origin(f"http://{address}"),
            additional_headers=self.headers,
            compression=None,
            open_timeout=SILENCE_SECONDS,
            ping_interval=None,
            close_timeout=0.2,
        )

    def _lose(self) -> None:
        if self.socket is not None:
            self.socket, self.lost_at = None, time.monotonic()
        self._tell()

    def _hear(self, text: str, socket: ClientConnection) -> None:
        self._take(text)
        # What stands beside the page may come before it.
        if self.socket is None and SEQ.search(text):
            self.socket = socket
            if self.lost_at:
                self.absences.append(Absence(self.lost_at, time.monotonic()))
        self._tell()

    def _take(self, text: str) -> None:
        if (newer := SEQ.search(text)) and int(newer[1]) < self.shown.seq:
            self.went_back += 1
        self.shown.swap(text)
        if said := NOTICE.search(text):
            self.notice = said[1]
        numbered = NUMBER.search(text)
        number = int(numbered[1]) if numbered else self.count + 1
        self.asks_for_all, self.count = number != self.count + 1, number

    asks_for_all = False

    def _tell(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await self.changed.wait()

    @property
    def is_there(self) -> bool:
        return self.socket is not None

    async def send(self, **message: object) -> ClientConnection:
        """Raises ConnectionClosed, or OSError where there is no socket."""
        if self.socket is None:
            raise OSError("there is no socket")
        socket, self.notice = self.socket, None
        await socket.send(json.dumps(message))
        return socket
