"""When the hub beats: sooner where somebody waits for something that could not be drawn."""

from __future__ import annotations

import asyncio

import pytest
from django.db import OperationalError

from bruno_site.live import hub, socket
from tests.kit.board import Board, BoardPage, line_to

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


def gone(*given: object) -> None:
    raise OperationalError("gone")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "AGAIN_SECONDS", 0.01)


async def test_what_could_not_be_drawn_after_a_press_is_not_waited_for_until_the_next_beat(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        with monkeypatch.context() as away:
            away.setattr(BoardPage, "draw", gone)
            await zoe.send(line="a", text="eins")
            await zoe.hear()
        assert "eins" in await zoe.hears_of('id="board"')


async def test_nor_is_what_could_not_be_asked(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        with monkeypatch.context() as away:
            away.setattr(socket, "may_still_act", gone)
            await zoe.send(line="a", text="eins")
            await zoe.hear()
        assert "one" in await zoe.hears_of('id="board"')


async def test_a_beat_that_was_missed_is_made_up_for(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    missed = 0

    def whole_beat(*everyone: object) -> None:
        nonlocal missed
        missed += 1
        gone()

    monkeypatch.setattr(hub, "whole_beat", whole_beat)
    async with line_to(board) as zoe:
        await zoe.hear()
        hub.here().beat_wanted.set()
        async with asyncio.timeout(20):
            while missed < 3:
                await asyncio.sleep(0.01)
