"""Pages that close without notice leave no errors in the log and nothing in memory."""

from __future__ import annotations

import asyncio
import weakref

import pytest

from bruno_site.live import backpressure, hub
from tests.kit.board import Board, line_to
from tests.kit.slip import Desk, slips_beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


async def test_a_page_that_closes_while_it_is_sent_something_logs_no_error(
    board: Board, caplog: pytest.LogCaptureFixture
) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        (socket,) = hub.running_hub().sockets
        socket.base_send = gone_away
        await zoe.send(line="a", text="eins")  # the answer
        await hub.running_hub().beat()
        await socket.send_widget("<i></i>")
        await zoe.send(fail=1)
        assert await zoe.hears_nothing()
        assert [each for each in caplog.records if "fault of ours" not in str(each.exc_info)] == []


@pytest.mark.usefixtures("no_collection")
async def test_the_memory_of_a_closed_page_is_freed_at_once(board: Board) -> None:
    with slips_beside("board", Desk()):
        async with line_to(board, place="board") as zoe:
            await zoe.hears_of("slip")
            page = weakref.ref(next(iter(hub.running_hub().sockets)).page)
            assert page()
    async with asyncio.timeout(20):
        while page() is not None:  # a thread may still hold its last piece of work
            await asyncio.sleep(0.01)


async def gone_away(message: object) -> None:
    raise backpressure.Gone("Attempt to send on a closed protocol")
