"""One account that is a nuisance to everybody else, in many ways."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from contextlib import AsyncExitStack, suppress
from itertools import cycle
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from bruno_site.live.socket import TOO_MUCH
from tests.kit.faults.dealt import Dealt
from tests.kit.faults.stack import ADDRESS_HEADER, Stack

LINES, HALF_REQUESTS, READERS, KNOCKERS = 60, 600, 40, 40
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
        self.sent_away = self.answers = self.refused = 0

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

    async def knock(self) -> None:
        """Open sockets, so many at once, each again as fast as it is refused or let go."""
        self.is_at_it.set()
        await asyncio.gather(*(self._knock() for _ in range(KNOCKERS)))

    async def _knock(self) -> None:
        address = self.stack.addresses[0]
        host, _colon, port = address.partition(":")
        asked = (
            "GET /ws/lobby/ HTTP/1.1\r\n"
            f"Host: {address}\r\n"
            f"Origin: http://{address}\r\n"
            f"Cookie: {self.dealt.cookies[0]}\r\n"
            f"{ADDRESS_HEADER}: 10.99.99.99\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(host, int(port))
                try:
                    writer.write(asked.encode())
                    if b" 101 " in await reader.readline():
                        await reader.read(1 << 16)  # and leave as soon as there is something
                    else:
                        self.refused += 1
                finally:
                    writer.close()
