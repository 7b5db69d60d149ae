"""A page that is being opened while things happen to what it shows."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bruno_site.live import hub, wire
from bruno_site.live.pages import Pieces, Visitor
from bruno_site.live.topics import poke
from tests.kit.board import Board, BoardPage, line_at, line_to

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


async def test_its_wire_is_bounded_before_anything_is_heard(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P14: what the bounds are is for tests/live/test_limits.py."""
    watched: list[tuple[Any, ...]] = []
    monkeypatch.setattr(wire, "watch", lambda *ends: watched.append(ends))
    async with line_to(board) as zoe:
        assert len(watched) == 1
        await zoe.hear()
        (socket,) = hub.here().sockets
        assert watched[0][1] is socket.base_send


async def test_a_poke_while_the_page_is_being_opened_is_heard_by_it(board: Board) -> None:
    async with line_at("/known/", overtaken_by_a_move(KeptPage, board)) as zoe:
        await zoe.hears_of("eins")


class KeptPage(BoardPage):
    """It keeps what it has read until it hears of something newer."""

    def __init__(self, board: Board, visitor: Visitor) -> None:
        super().__init__(board, visitor)
        self.kept = super().draw(None)

    def draw(self, since: int | None) -> Pieces:
        if self.newest > self.kept.stamp:
            self.kept = super().draw(since)
        return self.kept


async def test_what_has_no_stamp_and_changes_meanwhile_is_looked_for(board: Board) -> None:
    async with line_at("/known/", overtaken_by_a_move(BoardPage, board, "by hand")) as zoe:
        await zoe.hear()
        async with asyncio.timeout(5):
            while not board.beats:
                await asyncio.sleep(0.01)


def overtaken_by_a_move(page: type[BoardPage], board: Board, topic: str = "board") -> Any:
    def opens(visitor: Visitor, name: str) -> BoardPage:
        opened = page(board, visitor)
        board.write("a", "eins")
        poke(topic, board.stamp)
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result()  # the poke has arrived
        return opened

    loop = asyncio.get_running_loop()
    return opens
