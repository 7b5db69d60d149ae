"""The one WebSocket consumer of the site: it keeps one live page up to date. It holds no rules and
queries no table itself."""

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

from ..core.addresses import address_of_socket, network_of
from ..core.i18n import in_language
from ..core.input_validation import parse_message
from ..core.metrics import ANSWERS, RESYNCS
from . import backpressure, hub
from .page import Closed, LoggedOut, Message, Opens, Page, Pieces
from .page_diff import TOO_FAST, UNKNOWN, PageDiff
from .quotas import Allowance, message_quotas, usual_allowance
from .threads import AWAY, in_thread
from .visitors import Visitor, anonymous_visitor_of, may_still_act, visitor_of
from .widgets import SocketWidget, Widget, open_widgets

log = logging.getLogger(__name__)

# Close codes. After RECONNECT the browser reconnects, and the visitor is looked up again.
RECONNECT = 4000
# After REST the browser polls now and then, as pages without a socket do, until its visitor
# turns to the page again.
REST = 4008
TOO_MUCH = 4429
MOST_REFUSED = 100

CROWDED = _("You have many pages open, and this one rests. It goes on when you come back to it.")
FULL = _("Many pages are open from where you are. This one is brought up to date less often.")

_drawings = count(1)


class Socket(AsyncWebsocketConsumer):
    """The connection of one open page: it opens the page, sends what changes, and handles what the
    visitor sends."""

    page: Page
    visitor: Visitor

    def __init__(self, opens: Opens, place: str = "") -> None:
        super().__init__()
        self.opens = opens
        self.place = place  # decides which widgets of other apps the page gets
        self.beside: list[SocketWidget] = []
        self.sent = PageDiff()
        self._drawing = Lock()
        self.address = ""
        self.own_allowance = usual_allowance()
        self.sent_at = 0.0
        self.hub: hub.Hub | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Dispatch the messages of the server until the connection closes. The base class would
        subscribe to the channel layer as well; here the hub does that for all sockets."""
        self.scope, self.base_send = scope, send
        self.address = network_of(address_of_socket(scope))
        try:
            with backpressure.bound(receive, send), suppress(StopConsumer):
                while True:
                    await self.dispatch(await receive())
        finally:
            # Also when the server cancels it without a message: nothing else would remove it from
            # the hub.
            self._leave_hub()
            self.beside = []  # breaks the cycle: the widgets refer to the socket

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle one message of the server. Whatever goes wrong, the visitor gets a sentence and
        keeps the page."""
        try:
            await getattr(self, get_handler_name(message))(message)
        except StopConsumer:
            raise
        except AWAY:
            # This escapes only from the check of the visitor, before anything was done.
            log.warning("No database for %s", message["type"], exc_info=True)
            await self.apologise(_("We cannot reach our own database. Nothing was changed."))
        except Exception:
            log.exception("A socket failed at %s", message["type"])
            sentence = _("Something went wrong here. Look at the page before you try again.")
            await self.apologise(sentence)

    async def apologise(self, sentence: str) -> None:
        """Show the visitor a sentence and have the whole page sent again soon. A socket whose page
        is not open yet is closed instead, so that the browser tries again."""
        if self.hub is None:
            await self.close(RECONNECT)
            return
        self.sent.forget()
        self.hub.beat_wanted.set()
        await self._send_notice(sentence)

    async def _send_notice(self, sentence: str) -> None:
        """Show the visitor a sentence, translated into their language."""
        with in_language(self.visitor.language):
            await self._send(self.sent.counted(self.sent.notice(gettext(sentence))))

    async def connect(self) -> None:
        """Accept the connection and open the page, unless its address has too many pages open. How
        often an address may connect has been checked already, before the server made a socket of
        the handshake."""
        here = hub.running_hub()
        await self.accept()
        async with here.crowd.turn_of(self.address):
            if here.crowd.has_room_at(self.address):
                await self._open_page(here)
            else:
                self.visitor = anonymous_visitor_of(dict(self.scope))
                await self.stop(REST, FULL)

    async def _open_page(self, here: hub.Hub) -> None:
        """Open the page, join the hub and send the page whole. Close the connection if there is no
        such page for this visitor. Stop the visitor's pages that were not used for the longest time
        if they now have too many."""
        try:
            with here.collect_pokes_for(self):
                await here.arrivals.open(self)
                self.hub = here
                here.join(self)
        except Closed as reason:
            await self.close(reason.code)
            return
        for other in here.crowd.surplus_pages_of(self.visitor):
            await other.stop(REST, CROWDED)
        await self.show(await in_thread(self.draw))

    def open(self) -> None:
        """Work out who the visitor is, and open the page and its widgets for them. Raise Closed if
        there is no such page for them."""
        self.visitor, named = visitor_of(dict(self.scope)), self.scope["url_route"]["kwargs"]
        self.page = self.opens(self.visitor, **named)
        widgets = open_widgets(self.place, self.visitor, named)
        self.beside = [SocketWidget(self, each) for each in widgets]

    async def websocket_disconnect(self, message: Any) -> None:
        raise StopConsumer

    def _leave_hub(self) -> None:
        if self.hub is not None:
            self.hub.leave(self)
            self.hub = None

    async def cut(self) -> None:
        """Close the connection because the visitor may not act here any longer. The browser
        reconnects, and the next socket decides whether they may still see the page."""
        self._leave_hub()
        await self.close(RECONNECT)

    async def stop(self, code: int, sentence: str) -> None:
        """Close the connection with this code, after a sentence that says why."""
        self._leave_hub()
        await self._send_notice(sentence)
        await self.close(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle one message of the visitor, unless they send too many or it is too long."""
        if self.hub is None:
            return
        if not self.allowance.take():
            await self._refuse_message()
        elif len(text_data or bytes_data or "") > backpressure.LONGEST_MESSAGE:
            await self._send_notice(_("That was longer than anything one can say here."))
        else:
            self.hub.crowd.used(self)
            with ANSWERS.time():
                await self._answer(parse_message(text_data))

    @property
    def allowance(self) -> Allowance:
        """How much the visitor may still send: shared by all pages of a user, and by all visitors
        of an address who are not logged in. Without either, this socket has its own."""
        return message_quotas.allowance_of(self.visitor.user, self.address) or self.own_allowance

    async def _refuse_message(self) -> None:
        """Tell the visitor that they are too fast, or close the connection after too many
        refusals."""
        if self.allowance.refused > MOST_REFUSED:
            await self.stop(TOO_MUCH, _("That was far too much. Load the page again."))
        else:
            await self._send_notice(TOO_FAST)

    async def _answer(self, message: Message) -> None:
        """Handle a parsed message and send what came of it. Close the connection if the visitor may
        not act any longer."""
        if "again" in message:
            self._forget_what_was_sent()
        try:
            if "to" in message:
                await self._give_to_widget(message)
            elif here := self.hub:
                pieces, notice = await in_thread(self._handle_message, message, here)
                if pieces is None:
                    here.beat_wanted.set()
                await self.show(pieces, notice)
        except LoggedOut:
            await self.cut()

    def _forget_what_was_sent(self) -> None:
        """Have the page and its widgets sent whole again."""
        RESYNCS.inc()
        self.sent.forget()
        for widget in self.beside:
            widget.sent = {}
            hub.running_hub().company.call(widget)

    def _handle_message(self, message: Message, here: hub.Hub) -> tuple[Pieces | None, str | None]:
        """Check that the visitor may still act, have the page handle the message, and draw this
        page and the others that show the same, all in one piece of work in a thread. Return what to
        send, and the sentence for the visitor. The pieces are None if the database went away after
        the message was handled. Raise LoggedOut."""
        if not may_still_act(self.visitor):
            raise LoggedOut
        with in_language(self.visitor.language), here.draw_others_too(self):
            # A page that asks for everything again has missed a message, maybe the last answer.
            is_again = "again" in message
            notice = self.sent.noticed if is_again else self._answer_of(self.page, message)
            try:
                return self.draw(), notice
            except AWAY:
                self.sent.forget()  # the heartbeat shows it, as soon as it can
                return None, notice

    def _answer_of(self, listener: Page | Widget, message: Message) -> str:
        """Have the page or widget handle the message; return its answer for the visitor, empty if
        all went well."""
        with in_language(self.visitor.language):
            try:
                return listener.hear(message)
            except Error:
                log.exception("What was pressed may not be stored")
                return gettext(UNKNOWN)

    async def _give_to_widget(self, message: Message) -> None:
        """Have the widget that is named in the message handle it. The page itself need not be drawn
        again for that."""
        widget = next((s for s in self.beside if s.companion.name == message["to"]), None)
        if widget is None:
            await self._send_notice(_("There is nobody here to hear that."))
            return
        notice = await in_thread(self._handle_widget_message, widget, message)
        await self._send(self.sent.counted(self.sent.notice(notice)))
        hub.running_hub().company.call(widget)

    def _handle_widget_message(self, widget: SocketWidget, message: Message) -> str:
        """Check that the visitor may still act, and have the widget handle the message. Return its
        answer. Raise LoggedOut."""
        if not may_still_act(self.visitor):
            raise LoggedOut
        return self._answer_of(widget.companion, message)

    def draw(self) -> Pieces:
        """Return the page drawn as it is now. Only one thread draws it at a time, since a poke, a
        heartbeat and a message may want it at the same moment."""
        with self._drawing, in_language(self.visitor.language):
            begun = next(_drawings)
            return replace(self.page.draw(self.told), begun=begun)

    @property
    def told(self) -> int | None:
        """The stamp up to which the visitor has been told what happened; None before the first
        message."""
        return self.sent.stamp if self.sent.count else None

    @property
    def is_behind(self) -> bool:
        """Whether there is something newer than what was sent."""
        return self.sent.stamp < self.page.newest

    @property
    def is_to_be_drawn(self) -> bool:
        """Whether the page has missed something, or has to be sent whole again after a failure,
        even if nothing in it has changed."""
        return self.is_behind or self.sent.is_forgotten

    async def show(self, pieces: Pieces | None, notice: str | None = None) -> None:
        """Send what differs from what was sent, and the notice, if there is one."""
        await self._send(self.sent.message(pieces, notice))

    async def show_if_it_can(self, pieces: Pieces) -> None:
        """Send these pieces as one page among many: log a failure instead of raising it, so that it
        does not stop the others, and have the page sent whole the next time."""
        try:
            await self.show(pieces)
        except Exception:
            log.exception("A page of %s was not sent", self.page.topics)
            self.sent.forget()

    async def send_widget(self, text: str) -> None:
        """Send the changes of a widget. Log a failure instead of raising it, so that it does not
        affect anything else."""
        try:
            await self._send(self.sent.counted(text) if text else "")
        except Exception:
            log.exception("What stands beside a page was not sent")

    async def send_heartbeat(self) -> None:
        """Send an empty message if the page has received nothing for a while, so that it knows that
        the connection is alive."""
        if time.monotonic() - self.sent_at > hub.BEAT_SECONDS / 2:
            await self._send(self.sent.counted(""))

    async def _send(self, text: str) -> None:
        if text:
            self.sent_at = time.monotonic()
            # Not through the two layers of the base class: sending is most of what a socket does.
            message: Any = {"type": "websocket.send", "text": text}
            with suppress(backpressure.Gone):  # websocket.disconnect follows in a moment
                await self.base_send(message)
