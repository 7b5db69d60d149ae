"""The least a live table can do, to compare with: store one row, poke, send a short message.

It has no rules, no lock, no log to fold, and says the same to everybody.
"""

from __future__ import annotations

import json
import os
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruno_site.settings")
http = get_asgi_application()

# Only now: these import models.
from channels.consumer import get_handler_name  # noqa: E402
from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402

from games.models import Game, Move  # noqa: E402

store = database_sync_to_async(Move.objects.create, thread_sensitive=False)


@database_sync_to_async
def find(code: str) -> int:
    return Game.objects.values_list("pk", flat=True).get(code=code)


class BareConsumer(AsyncWebsocketConsumer):
    async def dispatch(self, message: dict[str, Any]) -> None:
        # Without the base class's trip to the database thread.
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        self.game_id = await find(self.scope["url_route"]["kwargs"]["code"])
        await self.channel_layer.group_add(f"bare-{self.game_id}", self.channel_name)
        await self.table_changed({"seq": 1})

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(f"bare-{self.game_id}", self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        move = json.loads(text_data or "")
        seq = move["seq"] + 1
        await store(game_id=self.game_id, seq=seq, seat=0, action=move["action"])
        message = {"type": "table.changed", "seq": seq}
        await self.channel_layer.group_send(f"bare-{self.game_id}", message)

    async def table_changed(self, event: dict[str, Any]) -> None:
        button = '<button name="action" value="pass">Pass</button>'
        seq = f'<input type="hidden" id="seq" name="seq" value="{event["seq"]}">'
        await self.send(f'<main>{seq}<div id="act">{button}</div></main>')


# Django's own `path` is typed for views alone, and so is what Channels expects of it.
consumer: Any = BareConsumer.as_asgi()
socket_paths: list[Any] = [path("ws/games/<slug:code>/", consumer)]
application = ProtocolTypeRouter({"http": http, "websocket": URLRouter(socket_paths)})
