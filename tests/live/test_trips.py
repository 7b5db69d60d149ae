"""What is pressed, and what comes of it for everybody, is one trip to a thread."""

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

from bruno_site.live import hub, rounds, socket, threads
from bruno_site.live.threads import in_thread
from bruno_site.live.topics import poke
from tests.kit.board import Board, BoardPage, line_to

Work = Callable[[Callable[[], bool]], bool]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


def test_sockets_leave_half_of_the_connections_to_pages() -> None:
    """However much is asked of them: each of their threads keeps one."""
    assert threads._threads._max_workers == settings.DB_POOL_SIZE // 2


@pytest.fixture
def two_threads() -> Iterator[tuple[Work, Work]]:
    pools = ThreadPoolExecutor(1), ThreadPoolExecutor(1)

    def working(pool: ThreadPoolExecutor) -> Work:
        return lambda act: pool.submit(threads.with_kept, act).result(5)

    yield working(pools[0]), working(pools[1])
    for pool in pools:
        pool.submit(connections.close_all).result(5)
        pool.shutdown()


def use() -> bool:
    """Is the connection of this thread checked for it?"""
    connection: Any = connections["default"]
    is_checked = not connection.health_check_done
    connection.ensure_connection()
    connection.health_check_done = True
    return is_checked


def test_a_connection_is_not_checked_while_others_find_the_database_well(
    two_threads: tuple[Work, Work], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two_threads
    one(use)
    other(use)
    assert not one(use) and not other(use)
    monkeypatch.setattr(threads, "FRESH_SECONDS", -1.0)  # nobody has asked for so long
    assert one(use) and other(use)


def test_where_one_connection_has_failed_all_are_checked(two_threads: tuple[Work, Work]) -> None:
    def fail() -> bool:
        connections["default"].errors_occurred = True
        return True

    one, other = two_threads
    for each in (one, other, one, other):
        each(use)
    one(fail)
    assert one(use) and other(use)
    assert not one(use) and not other(use)


def test_a_connection_that_was_left_within_a_transaction_is_not_kept(
    two_threads: tuple[Work, Work],
) -> None:
    """All that came after would believe itself within it, and nobody would be told of a move."""

    def leave() -> bool:
        connections["default"].set_autocommit(False)
        return True

    one, _other = two_threads
    one(leave)
    assert one(lambda: connections["default"].get_autocommit())


def test_a_connection_that_failed_and_is_of_no_use_is_not_kept(
    two_threads: tuple[Work, Work], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one to a server that has died: whatever came after would fail as well."""

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
    """What was done in a thread; and whoever writes on the board pokes, as a door does."""
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


async def test_whoever_looks_on_is_shown_what_was_pressed_in_the_same_trip(
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
    assert trips == ["_hear"]


@pytest.mark.parametrize("why", ["many look on", "the topic rests"])
async def test_whoever_presses_something_does_not_wait_for(
    why: str, board: Board, trips: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if why == "many look on":
        monkeypatch.setattr(hub, "MOST_ALONG", 1)
    else:
        monkeypatch.setitem(hub.pauses, "board", 0.0)
    async with line_to(board) as alice, line_to(board) as bob:
        await alice.hear()
        await bob.hear()
        trips.clear()
        await alice.send(line="a", text="eins")
        assert "eins" in await alice.hear()
        assert "eins" in await bob.hear()
    assert trips[:2] == ["_hear", "draw_all"]


async def test_whoever_leaves_in_the_middle_of_a_move_has_made_it_for_the_others(
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


async def test_what_no_drawing_reaches_is_not_drawn_again_and_again(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A poke may be forged, or told of by a machine whose clock is ahead."""
    trips = []
    draw_all = rounds.draw_all

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
