"""A page is drawn by only one thread at a time, for whatever reason it is drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from threading import Event, Lock
from typing import Any

import pytest

from bruno_site.live import hub
from bruno_site.live.page import Pieces
from bruno_site.live.topics import poke
from tests.kit.board import Board, BoardPage, line_at

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]

SOON = 0.3  # seconds in which another thread would have begun to draw it


class SlowPage(BoardPage):
    """A page whose first drawing waits for a moment whether another one begins meanwhile."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.counting, self.at_work, self.most = Lock(), 0, 0
        self.is_slow, self.begun, self.others = True, Event(), Event()

    def draw(self, since: int | None) -> Pieces:
        with self.counting:
            self.at_work += 1
            self.most = max(self.most, self.at_work)
        if self.at_work > 1:
            self.others.set()
        elif self.is_slow:
            self.is_slow = False
            self.begun.set()
            self.others.wait(SOON)
        with self.counting:
            self.at_work -= 1
        return super().draw(since)


async def until(event: Event) -> None:
    while not event.is_set():
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("wanted_by", ["a poke", "a stir", "a beat"])
async def test_a_page_that_is_being_drawn_is_not_drawn_by_another_thread(
    board: Board, wanted_by: str
) -> None:
    pages: list[SlowPage] = []

    def opens(visitor: Any, name: str) -> SlowPage:
        pages.append(SlowPage(board, visitor))
        return pages[0]

    async with line_at("/known/", opens) as zoe:
        while not pages:
            await asyncio.sleep(0.01)
        (page,) = pages
        await until(page.begun)
        board.write("a", "eins")
        wants: dict[str, Callable[[], Awaitable[None]]] = {
            "a poke": partial(asyncio.to_thread, poke, "board", board.stamp),
            "a stir": partial(asyncio.to_thread, poke, "by hand", board.stamp),
            "a beat": hub.running_hub().beat,
        }
        await wants[wanted_by]()
        assert "eins" in await zoe.hears_of("eins")
        assert page.most == 1
