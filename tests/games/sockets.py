"""Sockets at a table, without a server."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from games.urls import websocket_urlpatterns

application = URLRouter(websocket_urlpatterns)


class Socket:
    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator
        self.received: list[str] = []

    async def hear(self, timeout: float = 5) -> str:
        message = str(await self.communicator.receive_from(timeout=timeout))
        self.received.append(message)
        return message

    async def hear_seq(self, seq: int) -> str:
        """The message that shows this position; what comes before it is kept too."""
        while True:
            message = await self.hear()
            if seq_of(message) == seq:
                return message

    async def send(self, **message: Any) -> None:
        await self.communicator.send_to(text_data=json.dumps(message))

    async def closed_with(self) -> int:
        output = await self.communicator.receive_output(timeout=5)
        assert output["type"] == "websocket.close"
        return int(output["code"])


def seq_of(message: str) -> int:
    found = re.search(r'id="seq"[^>]* value="(\d+)"', message)
    return int(found[1]) if found else -1


def notice_of(message: str) -> str:
    found = re.search(r'<p class="notice"[^>]*>(.*?)</p>', message, re.S)
    return found[1] if found else ""


@asynccontextmanager
async def socket(game_id: int, user: Any) -> AsyncIterator[Socket]:
    communicator = WebsocketCommunicator(application, f"/ws/games/{game_id}/")
    communicator.scope["user"] = user  # type: ignore[typeddict-unknown-key]
    connected, _protocol = await communicator.connect(timeout=5)
    assert connected
    try:
        yield Socket(communicator)
    finally:
        await communicator.disconnect()
