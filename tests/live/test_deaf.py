"""A process that started while Redis was away hears pokes as soon as Redis is back."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from typing import Any

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer

from bruno_site.environment import channel_layers as configured
from bruno_site.live import hub
from tests.kit.board import Board, line_to
from tests.kit.faults.stack import port_of
from tests.kit.proxy import Proxy

pytestmark = [
    pytest.mark.services,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_beat_by_itself"),
]

AWAY_SECONDS = 3.0  # several attempts
BACK_WITHIN = 30.0  # on a busy machine


def layer_to(redis_url: str) -> Any:
    return RedisPubSubChannelLayer(**configured(redis_url)["default"]["CONFIG"])


@pytest.fixture
def redis_proxy() -> Iterator[Proxy]:
    with Proxy(port_of(os.environ["REDIS_URL"])) as proxy:
        yield proxy


@pytest.mark.parametrize("fault", ["is_refusing", "is_black_hole"])
async def test_pokes_are_heard_when_redis_is_back(
    board: Board, redis_proxy: Proxy, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    ours, others = layer_to(f"redis://{redis_proxy.address}/0"), layer_to(os.environ["REDIS_URL"])
    monkeypatch.setattr(hub, "_layer", lambda: ours)
    setattr(redis_proxy, fault, True)
    async with line_to(board) as zoe:
        await zoe.hear()
        await asyncio.sleep(AWAY_SECONDS)
        setattr(redis_proxy, fault, False)
        board.write("a", "eins")
        async with asyncio.timeout(BACK_WITHIN):
            while await zoe.hears_nothing():
                pokes = [["board", board.stamp]]
                await others.group_send(hub.GROUP, {"type": "poke", "pokes": pokes})
