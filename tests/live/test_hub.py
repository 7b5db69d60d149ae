"""All sockets of a process share one subscription to pokes and one heartbeat."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from threading import Thread
from typing import Any

import pytest
from django.db import connections
from django.test.utils import CaptureQueriesContext

from bruno_site.live import heartbeat, hub
from bruno_site.live.page import Visitor
from bruno_site.live.threads import in_thread
from bruno_site.live.topics import poke
from tests.kit.board import Board, BoardPage, Line, cookie_of, line_at, line_to
from tests.kit.factories import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


async def test_a_poke_from_any_thread_is_heard(board: Board) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        board.write("a", "eins")
        Thread(target=poke, args=("board", board.stamp)).start()
        assert "eins" in await zoe.hear()


async def test_a_process_handles_its_own_poke_only_once(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    hear = hub.Hub._handle_poke

    def recorded(self: hub.Hub, topic: str, *told: Any) -> None:
        heard.append(topic)
        hear(self, topic, *told)

    monkeypatch.setattr(hub.Hub, "_handle_poke", recorded)
    async with line_to(board) as zoe:
        await zoe.hear()
        board.write("a", "eins")
        poke("board", board.stamp)
        assert "eins" in await zoe.hear()
        while hub.running_hub()._publishing is not None:
            await asyncio.sleep(0.01)
        # Pokes arrive in order: once this one has been handled, so has the one before it.
        await hub._layer().group_send(hub.GROUP, {"type": "poke", "pokes": [["last", 1]]})
        while "last" not in heard:
            await asyncio.sleep(0.01)
    assert heard == ["board", "last"]


async def test_the_next_heartbeat_finds_what_a_lost_poke_told(board: Board) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        board.write("a", "eins")
        await hub.running_hub().beat()
        assert "eins" in await zoe.hear()


async def test_a_heartbeat_without_news_shows_that_the_connection_is_alive(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        monkeypatch.setattr(hub, "BEAT_SECONDS", 0.0)
        await asyncio.sleep(0.01)
        await hub.running_hub().beat()
        assert await zoe.hear() == '<i id="beat" data-n="2" hidden hx-swap-oob="true"></i>'


async def test_a_poke_about_something_without_a_stamp_brings_the_heartbeat_forward(
    board: Board,
) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        board.lines["a"] = "eins"
        poke("by hand", 1)
        assert "eins" in await zoe.hear()
        assert board.beats[-1] == 1


async def test_a_heartbeat_draws_only_pages_with_something_new(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BoardPage, "beat", lambda pages: ())
    async with line_to(board) as zoe:
        whole = await zoe.hear()
        board.write("a", "eins")  # and no page is told
        await hub.running_hub().beat()
        assert await zoe.hears_nothing()
        (socket,) = hub.running_hub().sockets
        socket.sent.forget()
        await hub.running_hub().beat()
        assert "eins" in await zoe.hear()
    assert "eins" not in whole


async def test_many_pokes_at_once_are_few_drawings(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    draw_all = heartbeat.draw_all

    def counted(sockets: Any) -> Any:
        drawn.append(len(sockets))
        return draw_all(sockets)

    monkeypatch.setattr(hub, "draw_all", counted)
    async with line_to(board) as zoe:
        await zoe.hear()
        for n in range(100):
            board.write("a", str(n))
            poke("board", board.stamp)
        while ">99<" not in await zoe.hear():
            pass
    assert len(drawn) < 10


async def test_a_topic_with_limited_drawings_pauses_between_two_drawings(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    rested: list[float] = []
    sleep = asyncio.sleep

    async def record_sleep(seconds: float) -> None:
        rested.append(seconds)
        if rested.count(0.125) == 1:
            board.write("a", "zwei")  # poked during the pause, and shown after it
            poke("board", board.stamp)
        await sleep(0)

    monkeypatch.setitem(hub.pauses, "board", 0.125)
    async with line_to(board) as zoe:
        await zoe.hear()
        monkeypatch.setattr(asyncio, "sleep", record_sleep)
        board.write("a", "eins")
        poke("board", board.stamp)
        assert "eins" in await zoe.hear()
        assert "zwei" in await zoe.hear()
        monkeypatch.setattr(asyncio, "sleep", sleep)
    assert rested.count(0.125) == 2


async def test_a_page_that_cannot_be_drawn_does_not_delay_the_others(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with line_to(board) as alice, line_to(Board()) as broken:
        await alice.hear()
        await broken.hear()
        (socket,) = [each for each in hub.running_hub().sockets if each.page.board is not board]  # type: ignore[attr-defined]
        monkeypatch.setattr(socket.page, "draw", lambda since: 1 / 0)
        board.write("a", "eins")
        poke("board", board.stamp)
        assert "eins" in await alice.hear()
        assert await broken.hears_nothing()


async def test_pages_of_a_topic_that_was_not_poked_are_not_drawn(board: Board) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        board.write("a", "eins")
        poke("another", 7)
        assert await zoe.hears_nothing()


async def test_the_queries_of_a_heartbeat_do_not_grow_with_the_pages(board: Board) -> None:
    async with AsyncExitStack() as lines:
        queries = []
        for pages in (1, 9):
            for _page in range(pages):
                await open_line(lines, board)
            board.beats.clear()
            queries.append(await queries_of_a_heartbeat())
            assert board.beats == [len(hub.running_hub().sockets)]
    assert queries == [1, 1]


async def open_line(lines: AsyncExitStack, board: Board) -> Line:
    user = await in_thread(UserFactory.create)
    cookie = await in_thread(cookie_of, user)
    line: Line = await lines.enter_async_context(line_to(board, cookie))
    await line.hear()
    return line


async def queries_of_a_heartbeat() -> int:
    sockets = list(hub.running_hub().sockets)

    def counted() -> int:
        with CaptureQueriesContext(connections["default"]) as queries:
            heartbeat.run_beat(sockets, ())
        return len(queries)

    return await in_thread(counted)


@pytest.mark.services
async def test_a_poke_of_another_process_is_heard(board: Board) -> None:
    from channels.layers import get_channel_layer

    async with line_to(board) as zoe:
        await zoe.hear()
        board.write("a", "eins")
        layer: Any = get_channel_layer()
        await asyncio.sleep(0.5)
        await layer.group_send(hub.GROUP, {"type": "poke", "pokes": [["board", board.stamp]]})
        assert "eins" in await zoe.hear()


async def test_a_channel_layer_that_hangs_does_not_delay_any_page(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hung:
        def __getattr__(self, name: str) -> Any:
            async def hang(*args: Any) -> None:
                await asyncio.sleep(60)

            return hang

    monkeypatch.setattr(hub, "_layer", Hung)
    async with line_to(board) as zoe:
        await zoe.hear()
        board.write("a", "eins")
        poke("board", board.stamp)
        assert "eins" in await zoe.hear()


async def test_the_hub_forgets_a_socket_that_is_cancelled_while_it_works(board: Board) -> None:
    here = hub.running_hub()
    with suppress(asyncio.CancelledError):
        async with line_to(board) as zoe:
            await zoe.hear()
            assert here.sockets
            zoe.communicator.future.cancel()
    assert not here.sockets and not here.by_topic
    await here.close()


async def test_one_page_that_fails_does_not_stop_the_heartbeat_of_the_others(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with line_to(board) as alice, line_to(board) as bob:
        await alice.hear()
        await bob.hear()
        failing = min(hub.running_hub().sockets, key=id)
        monkeypatch.setattr(failing, "show", lambda pieces: 1 / 0)
        board.write("a", "eins")
        await hub.running_hub().beat()
        heard = [line for line in (alice, bob) if not await line.hears_nothing()]
        assert len(heard) == 1


class FailingPage(BoardPage):
    @classmethod
    def beat(cls, pages: Sequence[BoardPage]) -> Sequence[BoardPage]:
        if pages[0].board.beats:
            raise RuntimeError("a fault of ours")
        return super().beat(pages)


async def test_one_class_of_pages_that_fails_does_not_stop_the_heartbeat_of_the_others(
    board: Board,
) -> None:
    def opens(visitor: Visitor, name: str) -> FailingPage:
        return FailingPage(board, visitor)

    async with line_at("/torn/", opens) as alice, line_to(board) as bob:
        await alice.hear()
        await bob.hear()
        board.write("a", "eins")
        await hub.running_hub().beat()
        assert "eins" in await bob.hear()


async def test_a_heartbeat_that_fails_still_shows_that_the_connection_is_alive(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(hub, "run_beat", lambda *everyone: 1 / 0)
    async with line_to(board) as zoe:
        await zoe.hear()
        assert (await zoe.hear()).startswith('<i id="beat"')


async def test_a_drawing_that_began_earlier_is_not_shown_after_a_later_one(board: Board) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        (socket,) = hub.running_hub().sockets
        earlier = await in_thread(socket.draw)
        board.lines["a"] = "eins"
        await socket.show(await in_thread(socket.draw))
        assert "eins" in await zoe.hear()
        await socket.show(earlier)
        assert await zoe.hears_nothing()
