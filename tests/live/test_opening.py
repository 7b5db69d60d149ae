"""A page that is being opened while things happen to what it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractContextManager, AsyncExitStack
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError

from bruno_site.live import arrivals, hub, wire
from bruno_site.live.pages import Pieces
from bruno_site.live.socket import Socket
from bruno_site.live.threads import in_thread
from bruno_site.live.topics import poke
from tests.kit.board import Board, BoardPage, line_at, line_to

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


async def test_its_wire_is_bounded_before_anything_is_heard(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P14: what the bounds are is for tests/live/test_limits.py."""
    watched: list[tuple[Any, ...]] = []
    real = wire.watched

    def watching(*ends: Any) -> AbstractContextManager[None]:
        watched.append(ends)
        return real(*ends)

    monkeypatch.setattr(wire, "watched", watching)
    async with line_to(board) as zoe:
        assert len(watched) == 1
        await zoe.hear()
        (socket,) = hub.here().sockets
        assert watched[0][1] is socket.base_send


class KeptPage(BoardPage):
    """It keeps what it has read until it hears of something newer."""

    kept: Pieces | None = None

    def draw(self, since: int | None) -> Pieces:
        if self.kept is None or self.newest > self.kept.stamp:
            self.kept = super().draw(since)
        return self.kept


def overtaken_by_a_move(board: Board, topic: str = "board") -> Any:
    """Its page is read, and a moment later it is out of date."""
    loop = asyncio.get_running_loop()

    class Overtaken(KeptPage):
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

    return lambda visitor, name: Overtaken(board, visitor)


async def test_a_poke_while_the_page_is_being_opened_is_heard_by_it(board: Board) -> None:
    async with line_at("/known/", overtaken_by_a_move(board)) as zoe:
        await zoe.hears_of("eins")


async def test_what_has_no_stamp_and_changes_meanwhile_is_looked_for(board: Board) -> None:
    async with line_at("/known/", overtaken_by_a_move(board, "by hand")) as zoe:
        await zoe.hear()
        async with asyncio.timeout(5):
            while len(board.beats) < 2:
                await asyncio.sleep(0.01)


@pytest.mark.parametrize(("address", "beats"), [("", [1, 7]), ("203.0.113.9", [1] * 8)])
async def test_those_who_come_while_others_are_let_in_are_let_in_together(
    board: Board, address: str, beats: list[int]
) -> None:
    """One who is kept waiting by the database keeps nobody waiting twice. But those of one address
    go in one after the other, or sixty of them would be work for all at once (P14)."""
    begun, go_on = Event(), Event()

    class Slow(BoardPage):
        @classmethod
        def beat(cls, pages: Sequence[BoardPage]) -> Sequence[BoardPage]:
            begun.set()
            assert go_on.wait(5)
            return super().beat(pages)

    async with AsyncExitStack() as lines:
        slow = line_at("/known/", lambda v, name: Slow(board, v), client=address)
        first = await lines.enter_async_context(slow)
        await asyncio.to_thread(begun.wait, 5)
        others = [await lines.enter_async_context(line_to(board, client=address)) for _ in range(7)]
        go_on.set()
        for line in (first, *others):
            assert 'id="board"' in await line.hear()
    assert board.beats == beats


async def test_one_that_cannot_be_read_costs_the_others_nothing(board: Board) -> None:
    """Whichever of them it is: it comes again, and they do not."""
    torn = Board()

    class Torn(BoardPage):
        @classmethod
        def beat(cls, pages: Sequence[BoardPage]) -> Sequence[BoardPage]:
            if any(page.board is torn for page in pages):
                raise RuntimeError("a fault of ours")
            return super().beat(pages)

    def open_both() -> dict[Any, Exception]:
        sockets = []
        for each in (board, torn, board):
            socket: Any = Socket(opens=lambda visitor, each=each: Torn(each, visitor))
            socket.scope = {"headers": [], "url_route": {"kwargs": {}}}
            sockets.append(socket)
        refused = arrivals.open_all(sockets)
        assert list(refused) == [sockets[1]]
        return refused

    (reason,) = (await in_thread(open_both)).values()
    assert isinstance(reason, RuntimeError)
    assert board.beats == [1, 1]


async def test_where_the_database_is_away_nobody_waits_for_it_in_turn(board: Board) -> None:
    tries: list[int] = []

    class Away(BoardPage):
        @classmethod
        def beat(cls, pages: Sequence[BoardPage]) -> Sequence[BoardPage]:
            tries.append(len(pages))
            raise OperationalError

    def open_three() -> dict[Any, Exception]:
        sockets: list[Any] = [Socket(opens=lambda visitor: Away(board, visitor)) for _ in range(3)]
        for socket in sockets:
            socket.scope = {"headers": [], "url_route": {"kwargs": {}}}
        return arrivals.open_all(sockets)

    assert len(await in_thread(open_three)) == 3
    assert tries == [3]
