"""P8: PostgreSQL hangs, throws everybody out or lets nobody in while people play."""

from __future__ import annotations

import asyncio
import os
import signal
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest

from tests.kit.faults.dealt import Dealer, Wanted
from tests.kit.faults.oracle import Oracle
from tests.kit.faults.players import Table, acknowledged, presses_of
from tests.kit.faults.stack import Stack
from tests.kit.figures import Note

pytestmark = pytest.mark.services

BACK_WITHIN = 5.0
SLACK = 15.0  # of a busy machine
AGAIN_AFTER = 0.3
THROW_OUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE backend_type = 'client backend' AND NOT pid = ANY(%s)"
)
Fault = Callable[[Stack], AbstractContextManager[None]]


@contextmanager
def thrown_out(stack: Stack) -> Iterator[None]:
    """Everybody who is connected, again and again."""
    is_over = Event()

    def throw_out() -> None:
        with psycopg.connect(stack.database_url, autocommit=True) as connection:
            while not is_over.wait(AGAIN_AFTER):
                connection.execute(THROW_OUT, [[connection.info.backend_pid]])

    throwing = Thread(target=throw_out)
    throwing.start()
    try:
        yield
    finally:
        is_over.set()
        throwing.join()


@contextmanager
def taken_up(stack: Stack) -> Iterator[None]:
    """Somebody else has every connection there is, and ours are thrown out."""
    with ExitStack() as closing:
        first = closing.enter_context(psycopg.connect(stack.database_url, autocommit=True))
        held = [first.info.backend_pid]
        while first.execute(THROW_OUT, [held]).fetchall() or len(held) < 2:
            with suppress(psycopg.OperationalError):  # there is none left
                while True:
                    another = psycopg.connect(stack.database_url)
                    closing.callback(another.close)
                    held.append(another.info.backend_pid)
        yield


@contextmanager
def hung(stack: Stack) -> Iterator[None]:
    """All of its processes live, and do nothing."""
    first = stack.parts["postgres"].process.pid
    others = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    processes = [first, *map(int, others)]
    signal_all(processes, signal.SIGSTOP)
    try:
        yield
    finally:
        signal_all(processes, signal.SIGCONT)


def signal_all(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


@contextmanager
def killed(stack: Stack) -> Iterator[None]:
    with stack.parts["postgres"].away():
        yield
    while not stack.postgres.answers(stack.database_url):
        time.sleep(0.05)


@pytest.fixture
async def table(stack: Stack, dealer: Dealer) -> AsyncIterator[Table]:
    table = Table([stack.addresses], dealer.deal(Wanted("bruno", people=4, games=10)), 9000)
    yield table
    await table.leave()


@pytest.fixture
def alone(dealer: Dealer) -> list[int]:
    """What clocks play by themselves."""
    return [dealer.deal(Wanted("bruno", people=0, bots=4)).games[0] for _table in range(3)]


def page(stack: Stack, table: Table) -> tuple[int, str]:
    """What the table's page is answered with, where there is no socket."""
    path = f"http://{stack.addresses[0]}/games/{table.dealt.codes[0]}/"
    asked = urllib.request.Request(path, headers=table.players[0].headers)
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return answer.status, ""
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


async def pages_for(stack: Stack, table: Table, seconds: float) -> Counter[int]:
    told: Counter[int] = Counter()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        status, text = await asyncio.to_thread(page, stack, table)
        told[status] += 1
        assert status == 200 or "We cannot reach our own database." in text, (status, text)
        await asyncio.sleep(0.05)
    return told


def bots_at(stack: Stack, games: list[int]) -> int:
    """How far they are."""
    return int(stack.rows("SELECT sum(seq) FROM games_game WHERE id = ANY(%s)", [games])[0][0])


async def play_goes_on(stack: Stack, table: Table, alone: list[int]) -> None:
    """For people and for bots."""
    people, bots = len(acknowledged(table.presses)), await asyncio.to_thread(bots_at, stack, alone)
    async with asyncio.timeout(60):
        while len(acknowledged(table.presses)) <= people:
            await asyncio.sleep(0.02)
        while await asyncio.to_thread(bots_at, stack, alone) <= bots:
            await asyncio.sleep(0.02)


RUNS = [
    *((fault, 4.0, SLACK) for fault in (thrown_out, taken_up)),
    *(
        pytest.param(fault, 30.0, 0.0, marks=pytest.mark.soak)
        for fault in (thrown_out, taken_up, hung, killed)
    ),
]


@pytest.mark.parametrize("fault,seconds,slack", RUNS)
async def test_nothing_false_is_said_and_play_goes_on_when_it_is_back(
    stack: Stack,
    table: Table,
    alone: list[int],
    fault: Fault,
    seconds: float,
    slack: float,
    note: Note,
) -> None:
    ours = [part.process.pid for part in stack.sites]
    playing = asyncio.create_task(table.play())
    await play_goes_on(stack, table, alone)
    with ExitStack() as closing:
        await asyncio.to_thread(closing.enter_context, fault(stack))
        told = await pages_for(stack, table, seconds)
        await asyncio.to_thread(closing.close)
    back = time.monotonic()
    await play_goes_on(stack, table, alone)
    resumed = time.monotonic() - back
    playing.cancel()
    await table.leave()
    verdict = Oracle(stack.database_url, table.begun + alone).judge(presses_of([table]))
    verdict.unfinished.clear()
    note(
        "P8",
        f"PostgreSQL: {fault.__name__.replace('_', ' ')} for {seconds:.0f} s",
        f"{verdict.acknowledged} acknowledged, {len(verdict.lost)} lost, pages {dict(told)},"
        f" play after {resumed:.1f} s",
    )
    assert verdict.faults == []
    assert set(told) <= {200, 503} and (fault is thrown_out or told[503])
    assert resumed <= BACK_WITHIN + slack
    assert [part.process.pid for part in stack.sites] == ours
