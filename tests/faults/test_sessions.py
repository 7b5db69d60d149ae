"""P16: whoever is logged out, suspended, gone or has another password is cut, and moves no more."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from tests.kit.faults.dealt import Dealer, Wanted
from tests.kit.faults.players import Player, Table, Told
from tests.kit.faults.stack import Stack
from tests.kit.figures import Note

pytestmark = pytest.mark.services

CUT_WITHIN = 5.0
DEEDS = {
    "logged out": "WITH ended AS (DELETE FROM accounts_usersession WHERE session_id = %(session)s)"
    " DELETE FROM django_session WHERE session_key = %(session)s",
    "suspended": "UPDATE accounts_user SET suspended_until = '2999-01-01' WHERE id = %(user)s",
    "gone": "UPDATE accounts_user SET is_active = false WHERE id = %(user)s",
    "another password": "UPDATE accounts_user SET password = 'another' WHERE id = %(user)s",
}


@pytest.fixture
async def table(stack: Stack, dealer: Dealer) -> AsyncIterator[Table]:
    lines = [[address] for address in stack.addresses]
    table = Table(lines, dealer.deal(Wanted("bruno", people=4)), 5000)
    await table.sit()
    yield table
    await table.leave()


def put_out(stack: Stack, player: Player, deed: str) -> None:
    session = player.dealt.cookies[player.seat].partition("=")[2]
    user = player.dealt.users[player.seat]
    stack.tell(DEEDS[deed], {"session": session, "user": user})


async def seconds_until_cut(player: Player) -> float:
    begin, opened = time.monotonic(), player.opened
    async with asyncio.timeout(60):
        await player.until(lambda: not player.is_there or player.opened > opened)
    return time.monotonic() - begin


RUNS = [
    pytest.param(1, 15.0, id="small"),
    pytest.param(3, 0.0, id="full", marks=pytest.mark.soak),
]


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("people,slack", RUNS)
async def test_an_open_page_is_cut_soon(
    stack: Stack, table: Table, deed: str, people: int, slack: float, note: Note
) -> None:
    seconds = []
    for idle in [player for player in table.players if not player.shown.actions][:people]:
        put_out(stack, idle, deed)
        seconds.append(await seconds_until_cut(idle))
    note("P16", f"{deed}, {people} × with a page open", f"cut within {max(seconds):.1f} s")
    assert max(seconds) <= CUT_WITHIN + slack


@pytest.mark.parametrize("deed", DEEDS)
async def test_the_next_move_is_not_stored(stack: Stack, table: Table, deed: str) -> None:
    mover = next(player for player in table.players if player.shown.actions)
    put_out(stack, mover, deed)
    press = await mover.press(mover.shown.actions[0])
    assert press.told is not Told.ACKNOWLEDGED
    moves = "SELECT count(*) FROM games_move WHERE game_id = %s AND seat IS NOT NULL"
    assert stack.rows(moves, [table.begun[0]]) == [(0,)]
