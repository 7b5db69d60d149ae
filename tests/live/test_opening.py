"""Pages that are being opened while what they show changes, and while others are opened."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractContextManager, AsyncExitStack
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError

from bruno_site.live import backpressure, hub, page_opening
from bruno_site.live.page import Pieces
from bruno_site.live.socket import Socket
from bruno_site.live.threads import in_thread
from bruno_site.live.topics import poke
from tests.kit.board import Board, BoardPage, line_at, line_to

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


async def test_the_connection_is_bounded_before_any_message_is_handled(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P14; the bounds themselves are tested in tests/live/test_limits.py."""
    watched: list[tuple[Any, ...]] = []
    real = backpressure.bound

    def watching(*ends: Any) -> AbstractContextManager[None]:
        watched.append(ends)
        return real(*ends)

    monkeypatch.setattr(backpressure, "bound", watching)
    async with line_to(board) as zoe:
        assert len(watched) == 1
        await zoe.hear()
        (socket,) = hub.running_hub().sockets
        assert watched[0][1] is socket.base_send


class KeptPage(BoardPage):
    """A page that keeps what it has read until it hears of something newer."""

    kept: Pieces | None = None

    def draw(self, since: int | None) -> Pieces:
        if self.kept is None or self.newest > self.kept.stamp:
            self.kept = super().draw(since)
        return self.kept


def changed_while_it_opens(board: Board, topic: str = "board") -> Any:
    """Return an opener of a page that is out of date a moment after it was first read."""
    loop = asyncio.get_running_loop()

    class ChangedPage(KeptPage):
        @classmethod
        def beat(cls, pages: Sequence[BoardPage]) -> Sequence[BoardPage]:
            super().beat(pages)
            if len(board.beats) == 1:
                for page in pages:
                    page.draw(None)
                board.write("a", "eins")
                poke(topic, board.stamp)
                arrived = asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop)
                arrived.result()
            return pages

    return lambda visitor, name: ChangedPage(board, visitor)


async def test_a_poke_while_the_page_is_being_opened_is_heard_by_it(board: Board) -> None:
    async with line_at("/known/", changed_while_it_opens(board)) as zoe:
        await zoe.hears_of("eins")


async def test_a_change_without_a_stamp_while_the_page_is_being_opened_is_found(
    board: Board,
) -> None:
    async with line_at("/known/", changed_while_it_opens(board, "by hand")) as zoe:
        await zoe.hear()
        async with asyncio.timeout(5):
            while len(board.beats) < 2:
                await asyncio.sleep(0.01)


@pytest.mark.parametrize(("address", "beats"), [("", [1, 7]), ("203.0.113.9", [1] * 8)])
async def test_pages_asked_for_while_another_is_being_opened_are_opened_together(
    board: Board, address: str, beats: list[int]
) -> None:
    """If the database delays one page, the others wait for it only once. But the pages of one
    address are opened one after the other, or sixty of them would delay all (P14)."""
    begun, go_on = Event(), Event()

    class SlowPage(BoardPage):
        @classmethod
        def beat(cls, pages: Sequence[BoardPage]) -> Sequence[BoardPage]:
            begun.set()
            assert go_on.wait(5)
            return super().beat(pages)

    async with AsyncExitStack() as lines:
        slow = line_at("/known/", lambda v, name: SlowPage(board, v), client=address)
        first = await lines.enter_async_context(slow)
        await asyncio.to_thread(begun.wait, 5)
        others = [await lines.enter_async_context(line_to(board, client=address)) for _ in range(7)]
        go_on.set()
        for line in (first, *others):
            assert 'id="board"' in await line.hear()
    assert board.beats == beats


async def test_a_page_that_cannot_be_read_does_not_affect_the_others(board: Board) -> None:
    """If reading all pages together fails, each is read alone: only the failing one has to be
    opened again."""
    failing = Board()

    class FailingPage(BoardPage):
        @classmethod
        def beat(cls, pages: Sequence[BoardPage]) -> Sequence[BoardPage]:
            if any(page.board is failing for page in pages):
                raise RuntimeError("a fault of ours")
            return super().beat(pages)

    def open_both() -> dict[Any, Exception]:
        sockets = []
        for each in (board, failing, board):
            socket: Any = Socket(opens=lambda visitor, each=each: FailingPage(each, visitor))
            socket.scope = {"headers": [], "url_route": {"kwargs": {}}}
            sockets.append(socket)
        refused = page_opening.open_all(sockets)
        assert list(refused) == [sockets[1]]
        return refused

    (reason,) = (await in_thread(open_both)).values()
    assert isinstance(reason, RuntimeError)
    assert board.beats == [1, 1]


async def test_without_the_database_the_pages_are_not_tried_one_by_one(board: Board) -> None:
    tries: list[int] = []

    class AwayPage(BoardPage):
        @classmethod
        def beat(cls, pages: Sequence[BoardPage]) -> Sequence[BoardPage]:
            tries.append(len(pages))
            raise OperationalError

    def open_three() -> dict[Any, Exception]:
        sockets: list[Any] = [
            Socket(opens=lambda visitor: AwayPage(board, visitor)) for _ in range(3)
        ]
        for socket in sockets:
            socket.scope = {"headers": [], "url_route": {"kwargs": {}}}
        return page_opening.open_all(sockets)

    assert len(await in_thread(open_three)) == 3
    assert tries == [3]
