"""Pages that are asked for, each in its turn: whoever asks for hundreds at once would take every
thread's time and every connection, and tables and other people's pages would wait for them."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language_from_request, gettext
from django.utils.translation import gettext_noop as _

from ..addresses import address_of_socket, neighbourhood
from ..speech import speaking
from . import hub
from .crowd import AskedTooMuch

TOO_MUCH = _("Too much is asked for at once from where you are. Wait a moment.")
UNCOUNTED = "/healthz"  # it must not look ill for as long as somebody asks without end
PIECE = 64 * 1024  # of what comes with a page weighs as much as another page


class InTurn:
    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        address = neighbourhood(address_of_socket(scope))
        if scope["path"] == UNCOUNTED:
            address = ""
        try:
            async with hub.here().crowd.answering(address, _weight_of(scope)):
                await self.inner(scope, receive, send)
        except AskedTooMuch:
            await _refuse(scope, send)


def _weight_of(scope: Any) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"")
    return 1 + (int(length) // PIECE if length.isdigit() else 0)


async def _refuse(scope: Any, send: Any) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"x-content-type-options", b"nosniff"),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"1"),
    ]
    status = HTTPStatus.SERVICE_UNAVAILABLE
    await send({"type": "http.response.start", "status": status, "headers": headers})
    with speaking(_language_of(scope)):
        await send({"type": "http.response.body", "body": gettext(TOO_MUCH).encode()})


def _language_of(scope: Any) -> str:
    """As the browser asks: who sits there nobody has looked up."""
    request = HttpRequest()
    wanted = dict(scope["headers"]).get(b"accept-language", b"")
    request.META["HTTP_ACCEPT_LANGUAGE"] = wanted.decode("latin-1")
    return get_language_from_request(request)
