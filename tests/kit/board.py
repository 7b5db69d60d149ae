"""A live page of no app's: a board with three lines that anybody may write on."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client
from django.urls import path

from bruno_site.live import hub
from bruno_site.live.page import Closed, Message, Pieces, Visitor
from bruno_site.live.socket import Socket


class Board:
    """What all visitors look at. It stands for what a database would hold."""

    def __init__(self) -> None:
        self.stamp = 1
        self.lines = {"a": "one", "b": "two", "c": "three"}
        self.title = "Board"
        self.beats: list[int] = []  # how many pages each beat was for

    def write(self, line: str, text: str) -> None:
        self.lines[line] = text
        self.stamp += 1


class BoardPage:
    topics: Sequence[str] = ("board",)
    unstamped_topics: Sequence[str] = ("by hand",)

    def __init__(self, board: Board, visitor: Visitor) -> None:
        self.board = board
        self.visitor = visitor
        self.newest = board.stamp

    def draw(self, since: int | None) -> Pieces:
        board = self.board
        parts = {name: f'<p id="{name}">{text}</p>' for name, text in board.lines.items()}
        is_news = since is not None and since < board.stamp
        said = f"at {board.stamp}" if is_news else ""
        return Pieces(board.stamp, board.title, parts, lambda: whole(board.title, parts), said)

    def hear(self, message: Message) -> str:
        if "fail" in message:
            raise RuntimeError("a fault of ours")
        if not isinstance(message.get("line"), str):
            return "That was nothing for this board."
        self.board.write(str(message["line"]), str(message["text"]))
        return ""

    @classmethod
    def beat(cls, pages: Sequence[BoardPage]) -> Sequence[BoardPage]:
        for page in pages:
            page.newest = page.board.stamp
        pages[0].board.beats.append(len(pages))
        return pages


def whole(title: str, parts: dict[str, str]) -> dict[str, str]:
    return {"board": f'<main id="board" title="{title}">{"".join(parts.values())}</main>'}


class Line:
    """One visitor's socket."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator

    async def hear(self, timeout: float = 5) -> str:
        return str(await self.communicator.receive_from(timeout=timeout))

    async def hears_of(self, text: str) -> str:
        """The next message with it: what stands beside a page comes when it likes."""
        while text not in (heard := await self.hear()):
            pass
        return heard

    async def hears_nothing(self, seconds: float = 0.3) -> bool:
        return bool(await self.communicator.receive_nothing(timeout=seconds))

    async def send(self, **message: Any) -> None:
        await self.communicator.send_to(text_data=json.dumps(message))

    async def closed_with(self) -> int:
        while True:
            output = await self.communicator.receive_output(timeout=5)
            if output["type"] == "websocket.close":
                return int(output["code"])


def cookie_of(user: Any) -> bytes:
    """Of a browser in which this user has just logged in."""
    browser = Client()
    browser.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={browser.session.session_key}".encode()


@asynccontextmanager
async def line_to(
    board: Board, cookie: bytes = b"", place: str = "", *, client: str = ""
) -> AsyncIterator[Line]:
    def opens(visitor: Visitor, name: str) -> BoardPage:
        if name != "known":
            raise Closed
        return BoardPage(board, visitor)

    async with line_at("/known/", opens, cookie, place, client=client) as line:
        yield line


@asynccontextmanager
async def line_at(
    address: str, opens: Any, cookie: bytes = b"", place: str = "", *, client: str = ""
) -> AsyncIterator[Line]:
    consumer: Any = Socket.as_asgi(opens=opens, place=place)
    paths: list[Any] = [path("<name>/", consumer)]
    communicator = WebsocketCommunicator(URLRouter(paths), address, headers=[(b"cookie", cookie)])
    communicator.scope["client"] = (client, 1) if client else None
    connected, _protocol = await communicator.connect(timeout=5)
    assert connected
    try:
        yield Line(communicator)
    finally:
        await communicator.disconnect()
        if not hub.running_hub().sockets:
            await hub.running_hub().close()
