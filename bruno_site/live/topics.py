"""What has changed, told to whoever looks: "game-17 is at 42", and nothing else."""

from __future__ import annotations

import asyncio
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

POKE_SECONDS = 0.5


def poke(topic: str, stamp: int) -> None:
    """Tell every open page of this topic. A poke that is lost costs nothing."""
    try:
        async_to_sync(_poke)(topic, stamp)
    except Exception:
        log.warning("No poke for %s at %s", topic, stamp, exc_info=True)


async def _poke(topic: str, stamp: int) -> None:
    layer = get_channel_layer()
    assert layer is not None
    message = {"type": "table.changed", "seq": stamp}
    await asyncio.wait_for(layer.group_send(topic, message), POKE_SECONDS)
