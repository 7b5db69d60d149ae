"""P7: Redis dead, hung or flushed costs no move, and pushes come back by themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress

import pytest
import redis

from tests.kit.faults.dealt import Dealer, Wanted
from tests.kit.faults.measures import percentile
from tests.kit.faults.players import Moved, Table, Told
from tests.kit.faults.stack import Stack
from tests.kit.figures import Note

pytestmark = pytest.mark.services

ANSWERED_WITHIN, SEEN_WITHIN, BACK_WITHIN = 1.0, 6.0, 10.0
Fault = Callable[[Stack], AbstractContextManager[None]]


def asked(stack: Stack) -> redis.Redis:
    return redis.Redis.from_url(stack.redis.url, socket_timeout=5)


def killed(stack: Stack) -> AbstractContextManager[None]:
    return stack.parts["redis"].away()


def stopped(stack: Stack) -> AbstractContextManager[None]:
    return stack.parts["redis"].stopped()


@contextmanager
def flushed(stack: Stack) -> Iterator[None]:
    with asked(stack) as client:
        client.flushall()
    yield


@contextmanager
def clients_killed(stack: Stack) -> Iterator[None]:
    with asked(stack) as client:
        for kind in ("normal", "pubsub"):
            client.execute_command("CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes")
    yield


def listeners(stack: Stack) -> int:
    """Processes that hear pokes."""
    with suppress(redis.RedisError), asked(stack) as client:
        channels = client.pubsub_channels()
        return sum(number for _channel, number in client.pubsub_numsub(*channels))
    return 0


async def all_listen(stack: Stack, wanted: int) -> float:
    begin = time.monotonic()
    while await asyncio.to_thread(listeners, stack) < wanted:
        assert time.monotonic() < begin + 60, "pokes are not heard any more"
        await asyncio.sleep(0.1)
    return time.monotonic() - begin


@pytest.fixture
async def table(stack: Stack, dealer: Dealer) -> AsyncIterator[Table]:
    """Everybody's neighbours look at it through the other web process."""
    lines = [[address] for address in stack.addresses]
    table = Table(lines, dealer.deal(Wanted("bruno", people=4)), 2000)
    await table.sit()
    yield table
    await table.leave()


RUNS = [
    pytest.param(3, 5.0, id="small"),
    pytest.param(40, 1.0, id="full", marks=pytest.mark.soak),
]


@pytest.mark.parametrize("fault", [killed, stopped, flushed, clients_killed])
@pytest.mark.parametrize("moves,slack", RUNS)
async def test_without_redis_moves_are_stored_and_answered_and_seen_a_little_later(
    stack: Stack, table: Table, fault: Fault, moves: int, slack: float, note: Note
) -> None:
    await all_listen(stack, len(stack.webs))
    wanted = listeners(stack)
    with fault(stack):
        async with asyncio.timeout(moves * 2 * SEEN_WITHIN * slack):
            moved = [await table.move() for _move in range(moves)]
    back = await all_listen(stack, wanted)
    answered = percentile([each.answered for each in moved], 95)
    seen = max(each.seen for each in moved)
    note(
        "P7",
        f"Redis {fault.__name__.replace('_', ' ')}, {moves} moves",
        f"answered p95 {answered:.2f} s, seen ≤ {seen:.1f} s, pushes back in {back:.1f} s",
    )
    assert refused(moved) == []
    assert answered <= ANSWERED_WITHIN * slack
    assert seen <= SEEN_WITHIN * slack
    assert back <= BACK_WITHIN * slack


def refused(moved: list[Moved]) -> list[str]:
    return [each.press.said for each in moved if each.press.told is not Told.ACKNOWLEDGED]
