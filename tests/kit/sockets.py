"""Sockets at a table and in a room, without a server."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from accounts.models import User
from bruno_site.live import hub
from bruno_site.live.threads import in_thread
from games.urls import websocket_urlpatterns
from lobby.models import Room
from lobby.urls import websocket_urlpatterns as lobby_websocket_urlpatterns
from tests.kit.board import Line, cookie_of

application = URLRouter(websocket_urlpatterns)


class TableLine(Line):
    """It keeps everything that it has heard."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        super().__init__(communicator)
        self.received: list[str] = []
        self.shown = 0  # the newest position among them

    async def hear(self, timeout: float = 5) -> str:
        """Of the table; what stands beside it comes when it likes."""
        while is_beside(message := await self._hear(timeout)):
            pass
        return message

    async def hear_beside(self, name: str) -> str:
        """The next message with this element of what stands beside the table."""
        while not (is_beside(message := await self._hear(5)) and f'id="{name}"' in message):
            pass
        return message

    async def _hear(self, timeout: float) -> str:
        message = await super().hear(timeout)
        self.received.append(message)
        self.shown = max(self.shown, seq_of(message))
        return message

    async def hears_nothing(self, seconds: float = 0.3) -> bool:
        while not await super().hears_nothing(seconds):
            if not is_beside(await self._hear(5)):
                return False
        return True

    async def hear_seq(self, seq: int) -> str:
        """The message that shows this position; what comes before it is kept too."""
        while True:
            message = await self.hear()
            if seq_of(message) == seq:
                return message


def is_beside(message: str) -> bool:
    first = re.search(r'id="([\w-]+)"', message)
    return first is not None and first[1].startswith(("talk-", "felt-", "notices-", "announced"))


def seq_of(message: str) -> int:
    found = re.search(r'id="seq"[^>]* value="(\d+)"', message)
    return int(found[1]) if found else -1


def notice_of(message: str) -> str | None:
    """None where nothing is said about what was asked."""
    found = re.search(r'<p [^>]*id="notice"[^>]*>(.*?)</p>', message, re.S)
    return found[1] if found else None


async def answer_to(line: TableLine) -> str:
    """What is said to what this page has sent; a poke may come first."""
    while (notice := notice_of(await line.hear())) is None:
        pass
    return notice


@asynccontextmanager
async def table_line(
    code: str, user: Any, cookie: bytes = b"", *, scope_user: Any = None
) -> AsyncIterator[TableLine]:
    """Of somebody who has just logged in, or whose cookie this is; of nobody, if user is None."""
    if user is not None and not cookie:
        cookie = await in_thread(cookie_of, user)
    headers = [(b"cookie", cookie)]
    communicator = WebsocketCommunicator(application, f"/ws/games/{code}/", headers=headers)
    communicator.scope["user"] = scope_user  # type: ignore[typeddict-unknown-key]
    connected, _protocol = await communicator.connect(timeout=5)
    assert connected
    try:
        yield TableLine(communicator)
    finally:
        await communicator.disconnect()
        if not hub.running_hub().sockets:
            await hub.running_hub().close()


@asynccontextmanager
async def line_of(user: User, room: Room) -> AsyncIterator[Line]:
    """The socket of this person's page of a room."""
    headers = [(b"cookie", await in_thread(cookie_of, user))]
    address, routes = f"/ws/t/{room.code}/", URLRouter(lobby_websocket_urlpatterns)
    communicator = WebsocketCommunicator(routes, address, headers=headers)
    await communicator.connect(timeout=5)
    try:
        yield Line(communicator)
    finally:
        await communicator.disconnect()
        if not hub.running_hub().sockets:
            await hub.running_hub().close()
