"""P6: after a cut a page shows where the game is, soon, with one new socket, and may act."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from random import Random

import pytest

from tests.kit.faults.dealt import Dealer, Wanted
from tests.kit.faults.measures import percentile
from tests.kit.faults.players import Player, Table, Told
from tests.kit.faults.stack import Stack, port_of
from tests.kit.figures import Note
from tests.kit.proxy import Proxy

pytestmark = pytest.mark.services

BACK_WITHIN, NOTICED_WITHIN = 5.0, 10.0
SLACK = 15.0  # of a busy machine


@pytest.fixture
def proxy(stack: Stack) -> Iterator[Proxy]:
    with Proxy(port_of(f"http://{stack.addresses[0]}")) as proxy:
        yield proxy


@pytest.fixture
async def table(stack: Stack, dealer: Dealer, proxy: Proxy) -> AsyncIterator[Table]:
    """The first of them comes through the proxy."""
    lines = [[proxy.address], *([address] for address in stack.addresses)]
    table = Table(lines, dealer.deal(Wanted("bruno", people=4, games=1)), 8000)
    table.players[3].addresses = stack.addresses
    await table.sit()
    yield table
    await table.leave()


def reset(proxy: Proxy) -> None:
    proxy.cut(by_reset=True)


def close(proxy: Proxy) -> None:
    proxy.cut()


def black_hole(proxy: Proxy) -> None:
    """The lines that are there lead nowhere from now on; new ones pass."""
    proxy.forget()


async def is_back(player: Player, opened: int, seq: int) -> None:
    await player.until(lambda: player.opened > opened and player.is_there)
    await player.until(lambda: player.shown.seq >= seq)


async def others_move(table: Table) -> int:
    """If it is the turn of one of them. Returns where the game is then."""
    for player in table.players[1:]:
        if player.shown.actions:
            await player.press(player.shown.actions[0])
            break
    return max(player.shown.seq for player in table.players)


async def acts_on_turn(player: Player, table: Table) -> None:
    """Until it is the turn of somebody else, who could never move again otherwise."""
    while player.shown.actions:
        press = await player.press(player.shown.actions[-1])
        assert press.told is Told.ACKNOWLEDGED
        await table.all_show(press.seq + 1)


RUNS = [
    pytest.param(2, SLACK, id="small"),
    pytest.param(20, 0.0, id="full", marks=pytest.mark.soak),
]


@pytest.mark.parametrize("cut", [reset, close, black_hole])
@pytest.mark.parametrize("times,slack", RUNS)
async def test_after_a_cut_there_is_one_new_socket_with_the_newest_page(
    table: Table, proxy: Proxy, cut: Callable[[Proxy], None], times: int, slack: float, note: Note
) -> None:
    cut_off, luck, seconds, missed = table.players[0], Random(times), [], 0
    for _time in range(times):
        await asyncio.sleep(luck.uniform(0, 0.5))
        opened, begin, before = cut_off.opened, time.monotonic(), cut_off.shown.seq
        cut(proxy)
        seq = await others_move(table)
        async with asyncio.timeout(60):
            await is_back(cut_off, opened, seq)
        seconds.append(time.monotonic() - begin)
        assert cut_off.opened == opened + 1
        missed += seq > before
        async with asyncio.timeout(60):
            await acts_on_turn(cut_off, table)
    assert missed, "nothing happened while the line was cut"
    most = BACK_WITHIN + (NOTICED_WITHIN if cut is black_hole else 0)
    note(
        "P6",
        f"{times} × {cut.__name__.replace('_', ' ')}",
        f"newest page again p99 {percentile(seconds, 99):.1f} s, one new socket each",
    )
    assert cut_off.went_back == 0
    assert percentile(seconds, 99) <= most + slack
