"""The one consumer: a page that stays open. It holds no rules and reads no table."""

from __future__ import annotations

import json
import logging
import time
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from . import hub
from .pages import Closed, LoggedOut, Message, Opens, Page, Pieces
from .sent import Sent
from .threads import in_thread
from .visitors import Visitor, may_still_act, visitor_of

log = logging.getLogger(__name__)

LONGEST_MESSAGE = 8192
# The page comes back after this one, and is asked again who it is.
COME_AGAIN = 4000


def read(text: str | None) -> Message:
    """What the page sent; nothing at all if it makes no sense."""
    if text is None or len(text) > LONGEST_MESSAGE:
        return {}
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


class Allowance:
    """So many messages at once, and so many more a second."""

    def __init__(self) -> None:
        self.left: float = settings.MESSAGES_AT_ONCE
        self.at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        earned = (now - self.at) * settings.MESSAGES_A_SECOND
        self.left, self.at = min(self.left + earned, settings.MESSAGES_AT_ONCE), now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Socket(AsyncWebsocketConsumer):
    channel_layer_alias = ""  # the hub listens for all of them
    page: Page
    visitor: Visitor

    def __init__(self, opens: Opens) -> None:
        super().__init__()
        self.opens = opens
        self.sent = Sent()
        self.allowance = Allowance()
        self.heard_at = 0.0
        self.hub: hub.Hub | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Whatever goes wrong: the visitor gets a sentence and keeps the page."""
        try:
            await getattr(self, get_handler_name(message))(message)
        except StopConsumer:
            raise
        except Exception:
            log.exception("A socket failed at %s", message["type"])
            await self.apologise()

    async def apologise(self) -> None:
        if self.hub is None:
            await self.close(COME_AGAIN)
            return
        self.sent.forget()
        with override(self.visitor.language):
            notice = _("Something went wrong here. Look at the page before you try again.")
        await self._send(self.sent.counted(self.sent.notice(notice)))

    async def connect(self) -> None:
        await self.accept()
        try:
            self.visitor, self.page = await in_thread(self._open)
        except Closed as reason:
            await self.close(reason.code)
            return
        # Join first, read second, send third: nothing falls between.
        self.hub = hub.here()
        self.hub.join(self)
        await self.show(await in_thread(self._draw))

    def _open(self) -> tuple[Visitor, Page]:
        visitor = visitor_of(dict(self.scope))
        return visitor, self.opens(visitor, **self.scope["url_route"]["kwargs"])

    async def websocket_disconnect(self, message: Any) -> None:
        self._leave()
        raise StopConsumer

    def _leave(self) -> None:
        if self.hub is not None:
            self.hub.leave(self)
            self.hub = None

    async def cut(self) -> None:
        """The visitor may not act here any longer; whether they may look, the next socket asks."""
        self._leave()
        await self.close(COME_AGAIN)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.hub is None:
            return
        message = read(text_data)
        if "again" in message:
            self.sent.forget()
        try:
            pieces, notice = await in_thread(self._hear, message)
        except LoggedOut:
            await self.cut()
            return
        await self.show(pieces, notice)

    def _hear(self, message: Message) -> tuple[Pieces, str | None]:
        """In one trip: may they, what came of it, and what the page looks like now."""
        if not may_still_act(self.visitor):
            raise LoggedOut
        with override(self.visitor.language):
            notice = self._answer(message)
            return self.page.draw(self.told), notice

    def _answer(self, message: Message) -> str | None:
        if not self.allowance.take():
            return _("That was too fast. Wait a moment.")
        return None if "again" in message else self.page.hear(message)

    def _draw(self) -> Pieces:
        with override(self.visitor.language):
            return self.page.draw(self.told)

    @property
    def told(self) -> int | None:
        """How far the visitor has been told what happened."""
        return self.sent.stamp if self.sent.count else None

    @property
    def is_behind(self) -> bool:
        return self.sent.stamp < self.page.newest

    async def show(self, pieces: Pieces, notice: str | None = None) -> None:
        await self._send(self.sent.message(pieces, notice))

    async def show_life(self) -> None:
        """For a page that hears nothing else: the line still holds."""
        if time.monotonic() - self.heard_at > hub.BEAT_SECONDS / 2:
            await self._send(self.sent.counted(""))

    async def _send(self, text: str) -> None:
        if text:
            self.heard_at = time.monotonic()
            # Past the two layers of the base class, for this is what a socket mostly does.
            message: Any = {"type": "websocket.send", "text": text}
            await self.base_send(message)
