"""The worker threads: their database connections, and that a message and its consequences for all
pages are one piece of work in one thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event
from typing import Any

import pytest
from django.conf import settings
from django.db import connections

from bruno_site.live import heartbeat, hub, socket, threads
from bruno_site.live.threads import in_thread
from bruno_site.live.topics import poke
from tests.kit.board import Board, BoardPage, line_to

Work = Callable[[Callable[[], bool]], bool]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


def test_sockets_leave_half_of_the_connections_to_pages() -> None:
    """However busy the sockets are: each of their threads keeps one connection."""
    assert threads._threads._max_workers == settings.DB_POOL_SIZE // 2


@pytest.fixture
def two_threads() -> Iterator[tuple[Work, Work]]:
    pools = ThreadPoolExecutor(1), ThreadPoolExecutor(1)

    def working(pool: ThreadPoolExecutor) -> Work:
        return lambda act: pool.submit(threads.run_with_connection, act).result(5)

    yield working(pools[0]), working(pools[1])
    for pool in pools:
        pool.submit(connections.close_all).result(5)
        pool.shutdown()


def use_connection() -> bool:
    """Use the connection of this thread; return whether it would be checked before."""
    connection: Any = connections["default"]
    is_checked = not connection.health_check_done
    connection.ensure_connection()
    connection.health_check_done = True
    return is_checked


def test_a_connection_is_not_checked_while_other_threads_reach_the_database(
    two_threads: tuple[Work, Work], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two_threads
    one(use_connection)
    other(use_connection)
    assert not one(use_connection) and not other(use_connection)
    monkeypatch.setattr(threads, "FRESH_SECONDS", -1.0)  # the last query counts as long ago
    assert one(use_connection) and other(use_connection)


def test_after_one_connection_has_failed_all_are_checked(two_threads: tuple[Work, Work]) -> None:
    def fail() -> bool:
        connections["default"].errors_occurred = True
        return True

    one, other = two_threads
    for each in (one, other, one, other):
        each(use_connection)
    one(fail)
    assert one(use_connection) and other(use_connection)
    assert not one(use_connection) and not other(use_connection)


def test_a_connection_that_was_left_inside_a_transaction_is_closed(
    two_threads: tuple[Work, Work],
) -> None:
    """All later work would run inside that transaction, and no page would be told of a move."""

    def leave() -> bool:
        connections["default"].set_autocommit(False)
        return True

    one, _other = two_threads
    one(leave)
    assert one(lambda: connections["default"].get_autocommit())


def test_a_connection_that_failed_and_is_not_usable_is_closed(
    two_threads: tuple[Work, Work], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as one to a server that has died: all later work would fail as well."""

    def fail() -> bool:
        connection: Any = connections["default"]
        connection.ensure_connection()
        connection.errors_occurred = True
        monkeypatch.setattr(connection, "is_usable", lambda: False)
        return connection.connection is not None

    one, _other = two_threads
    assert one(fail)
    assert one(lambda: connections["default"].connection is None)


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that were run in a thread; writing on the board pokes its topic, as the site
    does after a move."""
    made: list[str] = []

    async def counted(act: Any, *args: Any) -> Any:
        made.append(act.__name__)
        return await in_thread(act, *args)

    def write_and_poke(page: BoardPage, message: Any) -> str:
        page.board.write(message["line"], message["text"])
        poke("board", page.board.stamp)
        return ""

    monkeypatch.setattr(hub, "in_thread", counted)
    monkeypatch.setattr(socket, "in_thread", counted)
    monkeypatch.setattr(BoardPage, "hear", write_and_poke)
    return made


async def test_the_pages_of_the_others_are_drawn_in_the_thread_that_handled_the_message(
    board: Board, trips: list[str]
) -> None:
    async with line_to(board) as alice, line_to(board) as bob, line_to(board) as carol:
        for line in (alice, bob, carol):
            await line.hear()
        trips.clear()
        await alice.send(line="a", text="eins")
        for line in (alice, bob, carol):
            assert "eins" in await line.hear()
        assert await alice.hears_nothing()
    assert trips == ["_handle_message"]


@pytest.mark.parametrize("why", ["too many look on", "the topic has a pause"])
async def test_the_sender_does_not_wait_for_the_other_pages_if(
    why: str, board: Board, trips: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if why == "too many look on":
        monkeypatch.setattr(hub, "MOST_DRAWN_TOGETHER", 1)
    else:
        monkeypatch.setitem(hub.pauses, "board", 0.0)
    async with line_to(board) as alice, line_to(board) as bob:
        await alice.hear()
        await bob.hear()
        trips.clear()
        await alice.send(line="a", text="eins")
        assert "eins" in await alice.hear()
        assert "eins" in await bob.hear()
    assert trips[:2] == ["_handle_message", "draw_all"]


async def test_the_others_see_a_move_whose_sender_left_before_it_was_stored(
    board: Board, trips: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, gone = Event(), Event()
    write = BoardPage.hear

    def write_late(page: BoardPage, message: Any) -> str:
        heard.set()
        assert gone.wait(5)
        return write(page, message)

    monkeypatch.setattr(BoardPage, "hear", write_late)
    async with line_to(board) as bob:
        await bob.hear()
        with suppress(asyncio.CancelledError):
            async with line_to(board) as alice:
                await alice.hear()
                await alice.send(line="a", text="eins")
                await asyncio.to_thread(heard.wait, 5)
                alice.communicator.future.cancel()
        gone.set()
        assert "eins" in await bob.hear()


async def test_a_stamp_that_no_drawing_reaches_causes_only_one_drawing(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A poke may be forged, or sent by a machine whose clock is ahead."""
    trips = []
    draw_all = heartbeat.draw_all

    def counted(sockets: Any) -> Any:
        trips.append(len(sockets))
        return draw_all(sockets)

    monkeypatch.setattr(hub, "draw_all", counted)
    async with line_to(board) as zoe:
        await zoe.hear()
        poke("board", board.stamp + 1000)
        assert await zoe.hears_nothing()
        assert trips == [1]
        board.write("a", "eins")
        poke("board", board.stamp)
        assert "eins" in await zoe.hear()
