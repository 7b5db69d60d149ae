"""When the hub does its heartbeat: sooner if something could not be drawn."""

from __future__ import annotations

import asyncio

import pytest
from django.db import OperationalError

from bruno_site.live import hub, socket
from tests.kit.board import Board, BoardPage, line_to

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


def fail(*given: object) -> None:
    raise OperationalError("gone")


@pytest.fixture(autouse=True)
def without_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "RETRY_SECONDS", 0.01)


async def test_a_page_that_could_not_be_drawn_after_a_message_is_soon_drawn_again(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        with monkeypatch.context() as away:
            away.setattr(BoardPage, "draw", fail)
            await zoe.send(line="a", text="eins")
            await zoe.hear()
        assert "eins" in await zoe.hears_of('id="board"')


async def test_so_is_one_whose_visitor_could_not_be_checked(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        with monkeypatch.context() as away:
            away.setattr(socket, "may_still_act", fail)
            await zoe.send(line="a", text="eins")
            await zoe.hear()
        assert "one" in await zoe.hears_of('id="board"')


async def test_a_heartbeat_that_failed_is_repeated_early(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    missed = 0

    def failing_beat(*everyone: object) -> None:
        nonlocal missed
        missed += 1
        fail()

    monkeypatch.setattr(hub, "run_beat", failing_beat)
    async with line_to(board) as zoe:
        await zoe.hear()
        hub.running_hub().beat_wanted.set()
        async with asyncio.timeout(20):
            while missed < 3:
                await asyncio.sleep(0.01)
