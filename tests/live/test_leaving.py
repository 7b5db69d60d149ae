"""Pages that go, without a word and without a trace."""

from __future__ import annotations

import asyncio
import weakref

import pytest

from bruno_site.live import hub, wire
from tests.kit.board import Board, line_to
from tests.kit.slip import Desk, slips_beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


async def test_a_page_that_leaves_in_the_middle_is_no_fault_of_ours(
    board: Board, caplog: pytest.LogCaptureFixture
) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        (socket,) = hub.here().sockets
        socket.base_send = gone_away
        await zoe.send(line="a", text="eins")  # the answer
        await hub.here().beat()
        await socket.show_beside("<i></i>")
        await zoe.send(fail=1)
        assert await zoe.hears_nothing()
        assert [each for each in caplog.records if "fault of ours" not in str(each.exc_info)] == []


@pytest.mark.usefixtures("no_collection")
async def test_what_a_page_held_goes_with_it(board: Board) -> None:
    with slips_beside("board", Desk()):
        async with line_to(board, place="board") as zoe:
            await zoe.hears_of("slip")
            page = weakref.ref(next(iter(hub.here().sockets)).page)
            assert page()
    async with asyncio.timeout(20):
        while page() is not None:  # a thread may not have put its last work down yet
            await asyncio.sleep(0.01)


async def gone_away(message: object) -> None:
    raise wire.Gone("Attempt to send on a closed protocol")
