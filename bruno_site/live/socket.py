"""The one consumer: a page that stays open. It holds no rules and reads no table."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from dataclasses import replace
from itertools import count
from threading import Lock
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import Error
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from ..addresses import address_of_socket, neighbourhood
from ..garbage import read
from ..metrics import ANSWERS, RESYNCS
from ..speech import speaking
from . import hub, wire
from .beside import Companion, Standing, companions
from .crowd import Allowance, saying, usual_allowance
from .pages import Closed, LoggedOut, Message, Opens, Page, Pieces
from .sent import TOO_FAST, UNKNOWN, Sent
from .threads import AWAY, in_thread
from .visitors import Visitor, may_still_act, stranger_of, visitor_of

log = logging.getLogger(__name__)

# The page comes back after this one, and is asked again who it is.
COME_AGAIN = 4000
# It asks now and then, as pages without a socket do, until its visitor turns to it again.
REST = 4008
TOO_MUCH = 4429
MOST_REFUSED = 100

CROWDED = _("You have many pages open, and this one rests. It goes on when you come back to it.")
FULL = _("Many pages are open from where you are. This one is brought up to date less often.")

_drawings = count(1)


class Socket(AsyncWebsocketConsumer):
    page: Page
    visitor: Visitor

    def __init__(self, opens: Opens, place: str = "") -> None:
        super().__init__()
        self.opens = opens
        self.place = place  # what other apps want to have beside the page depends on it
        self.beside: list[Standing] = []
        self.sent = Sent()
        self._drawing = Lock()
        self.address = ""
        self.own_allowance = usual_allowance()
        self.heard_at = 0.0
        self.hub: hub.Hub | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """The base class would listen to a layer as well: the hub does, for all of them."""
        self.scope, self.base_send = scope, send
        self.address = neighbourhood(address_of_socket(scope))
        try:
            with wire.watched(receive, send), suppress(StopConsumer):
                while True:
                    await self.dispatch(await receive())
        finally:
            # Also when the server ends it without a word: nobody else would take it off the hub.
            self._leave()
            self.beside = []  # they refer to the socket

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Whatever goes wrong: the visitor gets a sentence and keeps the page."""
        try:
            await getattr(self, get_handler_name(message))(message)
        except StopConsumer:
            raise
        except AWAY:
            # Only while it was asked who they are: before anything was done.
            log.warning("No database for %s", message["type"], exc_info=True)
            await self.apologise(_("We cannot reach our own database. Nothing was changed."))
        except Exception:
            log.exception("A socket failed at %s", message["type"])
            sentence = _("Something went wrong here. Look at the page before you try again.")
            await self.apologise(sentence)

    async def apologise(self, sentence: str) -> None:
        if self.hub is None:
            await self.close(COME_AGAIN)
            return
        self.sent.forget()
        self.hub.beat_wanted.set()
        await self._say(sentence)

    async def _say(self, sentence: str) -> None:
        with speaking(self.visitor.language):
            await self._send(self.sent.counted(self.sent.notice(gettext(sentence))))

    async def connect(self) -> None:
        """How often they may come the server has asked before it made a socket of it."""
        here = hub.here()
        await self.accept()
        async with here.crowd.turn_of(self.address):
            if here.crowd.has_room_at(self.address):
                await self._come_in(here)
            else:
                self.visitor = stranger_of(dict(self.scope))
                await self.stop(REST, FULL)

    async def _come_in(self, here: hub.Hub) -> None:
        try:
            with here.awaiting(self):
                await here.arrivals.open(self)
                self.hub = here
                here.join(self)
        except Closed as reason:
            await self.close(reason.code)
            return
        for other in here.crowd.too_many_of(self.visitor):
            await other.stop(REST, CROWDED)
        await self.show(await in_thread(self.draw))

    def open(self) -> None:
        """Who looks, and at what. Raises Closed."""
        self.visitor, named = visitor_of(dict(self.scope)), self.scope["url_route"]["kwargs"]
        self.page = self.opens(self.visitor, **named)
        beside = companions(self.place, self.visitor, named)
        self.beside = [Standing(self, each) for each in beside]

    async def websocket_disconnect(self, message: Any) -> None:
        raise StopConsumer

    def _leave(self) -> None:
        if self.hub is not None:
            self.hub.leave(self)
            self.hub = None

    async def cut(self) -> None:
        """The visitor may not act here any longer; whether they may look, the next socket asks."""
        self._leave()
        await self.close(COME_AGAIN)

    async def stop(self, code: int, sentence: str) -> None:
        self._leave()
        await self._say(sentence)
        await self.close(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.hub is None:
            return
        if not self.allowance.take():
            await self._slow_down()
        elif len(text_data or bytes_data or "") > wire.LONGEST_MESSAGE:
            await self._say(_("That was longer than anything one can say here."))
        else:
            self.hub.crowd.used(self)
            with ANSWERS.time():
                await self._answer(read(text_data))

    @property
    def allowance(self) -> Allowance:
        return saying.allowance_of(self.visitor.user, self.address) or self.own_allowance

    async def _slow_down(self) -> None:
        if self.allowance.refused > MOST_REFUSED:
            await self.stop(TOO_MUCH, _("That was far too much. Load the page again."))
        else:
            await self._say(TOO_FAST)

    async def _answer(self, message: Message) -> None:
        if "again" in message:
            self._forget()
        try:
            if "to" in message:
                await self._pass_on(message)
            elif here := self.hub:
                pieces, notice = await in_thread(self._hear, message, here)
                if pieces is None:
                    here.beat_wanted.set()
                await self.show(pieces, notice)
        except LoggedOut:
            await self.cut()

    def _forget(self) -> None:
        """What comes next is whole again."""
        RESYNCS.inc()
        self.sent.forget()
        for standing in self.beside:
            standing.sent = {}
            hub.here().company.call(standing)

    def _hear(self, message: Message, here: hub.Hub) -> tuple[Pieces | None, str | None]:
        """In one trip: may they, what came of it, and what this page and others look like now."""
        if not may_still_act(self.visitor):
            raise LoggedOut
        with speaking(self.visitor.language), here.one_trip(self):
            # What was answered last may be what was lost.
            is_again = "again" in message
            notice = self.sent.noticed if is_again else self._heard_by(self.page, message)
            try:
                return self.draw(), notice
            except AWAY:
                self.sent.forget()  # the beat shows it, as soon as it can
                return None, notice

    def _heard_by(self, listener: Page | Companion, message: Message) -> str:
        with speaking(self.visitor.language):
            try:
                return listener.hear(message)
            except Error:
                log.exception("What was pressed may not be stored")
                return gettext(UNKNOWN)

    async def _pass_on(self, message: Message) -> None:
        """To what stands beside the page; the page itself need not be drawn for it."""
        standing = next((s for s in self.beside if s.companion.name == message["to"]), None)
        if standing is None:
            await self._say(_("There is nobody here to hear that."))
            return
        notice = await in_thread(self._hear_beside, standing, message)
        await self._send(self.sent.counted(self.sent.notice(notice)))
        hub.here().company.call(standing)

    def _hear_beside(self, standing: Standing, message: Message) -> str:
        if not may_still_act(self.visitor):
            raise LoggedOut
        return self._heard_by(standing.companion, message)

    def draw(self) -> Pieces:
        """In one thread at a time: a poke, a beat and a press may want it at the same moment."""
        with self._drawing, speaking(self.visitor.language):
            begun = next(_drawings)
            return replace(self.page.draw(self.told), begun=begun)

    @property
    def told(self) -> int | None:
        """How far the visitor has been told what happened."""
        return self.sent.stamp if self.sent.count else None

    @property
    def is_behind(self) -> bool:
        return self.sent.stamp < self.page.newest

    @property
    def is_to_be_drawn(self) -> bool:
        """Whatever became of the page: it has missed something, or shows what went wrong."""
        return self.is_behind or self.sent.is_forgotten

    async def show(self, pieces: Pieces | None, notice: str | None = None) -> None:
        await self._send(self.sent.message(pieces, notice))

    async def show_if_it_can(self, pieces: Pieces) -> None:
        """For one page among many: whatever is wrong with it is not the others' fault."""
        try:
            await self.show(pieces)
        except Exception:
            log.exception("A page of %s was not sent", self.page.topics)
            self.sent.forget()

    async def show_beside(self, text: str) -> None:
        """For something small beside the page: whatever is wrong with it stays with it."""
        try:
            await self._send(self.sent.counted(text) if text else "")
        except Exception:
            log.exception("What stands beside a page was not sent")

    async def show_life(self) -> None:
        """For a page that hears nothing else: the line still holds."""
        if time.monotonic() - self.heard_at > hub.BEAT_SECONDS / 2:
            await self._send(self.sent.counted(""))

    async def _send(self, text: str) -> None:
        if text:
            self.heard_at = time.monotonic()
            # Past the two layers of the base class, for this is what a socket mostly does.
            message: Any = {"type": "websocket.send", "text": text}
            with suppress(wire.Gone):  # we hear of it in a moment
                await self.base_send(message)
