"""A socket at a table: takes moves in through the door, shows its own seat, holds no rules."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import DatabaseError

from ..log import door, window
from ..models import Game
from ..rules.game import Seat
from ..rules.table import Taste
from . import sending
from .hearing import answer, attended_seq

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 5.0
LAYER_SECONDS = 0.5
LONGEST_MESSAGE = 8192

# Codes of ours, which tell the page not to come back.
LOGGED_OUT = 4401
NO_SUCH_GAME = 4404

T = TypeVar("T")

# Channels would run every query of a process in one single thread.
_threads = ThreadPoolExecutor(settings.DB_POOL_SIZE, thread_name_prefix="table")


async def in_thread(function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    call = database_sync_to_async(function, thread_sensitive=False, executor=_threads)
    return await call(*args, **kwargs)


def read(text: str | None) -> dict[str, object]:
    """What the page sent; nothing at all if it makes no sense."""
    if text is None or len(text) > LONGEST_MESSAGE:
        return {}
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


class TableConsumer(AsyncWebsocketConsumer):
    game_id: int
    seat: Seat | None
    taste: Taste
    shown: int | None = None
    heart: asyncio.Task[None] | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        # Without the base class's trip to the database thread: no handler here needs it.
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        await self.accept()
        user: Any = self.scope["user"]  # a lazy stand-in for one
        self.game_id = int(self.scope["url_route"]["kwargs"]["game_id"])
        self.showing = asyncio.Lock()
        if user is None or not user.is_authenticated:
            await self.close(LOGGED_OUT)
            return
        self.taste = window.taste_of(user)
        # Join first, read second, send third: nothing falls between.
        await self.join()
        try:
            self.seat = await in_thread(window.seat_of, self.game_id, user.pk)
            await self.show(await in_thread(attended_seq, self.game_id, self.seat))
        except Game.DoesNotExist:
            await self.close(NO_SUCH_GAME)
            return
        self.heart = asyncio.create_task(self.beat())

    async def join(self) -> None:
        group = door.group_of(self.game_id)
        try:
            joining = self.channel_layer.group_add(group, self.channel_name)
            await asyncio.wait_for(joining, LAYER_SECONDS)
        except Exception:
            # The heartbeat still brings every change, only later.
            log.warning("Could not join %s", group, exc_info=True)

    async def disconnect(self, code: int) -> None:
        if self.heart is not None:
            self.heart.cancel()
        with suppress(Exception):
            leaving = self.channel_layer.group_discard(
                door.group_of(self.game_id), self.channel_name
            )
            await asyncio.wait_for(leaving, LAYER_SECONDS)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        notice = await in_thread(answer, self.game_id, self.seat, read(text_data))
        await self.show(await in_thread(window.seq_of, self.game_id), notice, again=True)

    async def table_changed(self, event: dict[str, Any]) -> None:
        await self.show(event["seq"])

    async def show(self, seq: int, notice: str = "", *, again: bool = False) -> None:
        async with self.showing:
            if self.shown is not None and seq <= self.shown and not again:
                return
            seq = max(seq, self.shown or 0)
            html = await in_thread(
                sending.table,
                self.game_id,
                self.seat,
                seq,
                taste=self.taste,
                since=self.shown,
                notice=notice,
            )
            self.shown = seq
            await self.send(html)

    async def beat(self) -> None:
        """Tells the page that the socket lives, and brings what a lost poke did not."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                seq = await in_thread(attended_seq, self.game_id, self.seat)
                await self.show(seq)
                await self.send(await in_thread(sending.heartbeat, self.game_id, self.seat, seq))
            except DatabaseError:
                log.warning("No heartbeat for game %s", self.game_id, exc_info=True)
