"""A queue of HTTP requests for each address: without it, a client that asks for hundreds of pages
at once would take the time of every thread and every database connection, and games and other
people's pages would have to wait."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language_from_request, gettext
from django.utils.translation import gettext_noop as _

from ..core.addresses import address_of_socket, network_of
from ..core.i18n import in_language
from . import hub
from .quotas import TooManyRequests

TOO_MUCH = _("Too much is asked for at once from where you are. Wait a moment.")
UNCOUNTED = "/healthz"  # a flood must not make the server look unhealthy
PIECE = 64 * 1024  # each so many bytes of a request's body weigh as much as another request


class RequestQueue:
    """ASGI middleware that has requests wait for the turn of their address, and refuses those that
    are too many with 503."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        address = network_of(address_of_socket(scope))
        if scope["path"] == UNCOUNTED:
            address = ""
        try:
            async with hub.running_hub().crowd.answering(address, _weight_of(scope)):
                await self.inner(scope, receive, send)
        except TooManyRequests:
            await _send_refusal(scope, send)


def _weight_of(scope: Any) -> int:
    """Return the weight of a request: one, and more for its body, which is kept while it waits."""
    length = dict(scope["headers"]).get(b"content-length", b"")
    return 1 + (int(length) // PIECE if length.isdigit() else 0)


async def _send_refusal(scope: Any, send: Any) -> None:
    """Send the refusal in the visitor's language."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"x-content-type-options", b"nosniff"),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"1"),
    ]
    status = HTTPStatus.SERVICE_UNAVAILABLE
    await send({"type": "http.response.start", "status": status, "headers": headers})
    with in_language(_language_of(scope)):
        await send({"type": "http.response.body", "body": gettext(TOO_MUCH).encode()})


def _language_of(scope: Any) -> str:
    """Return the language that the browser asks for: who the visitor is has not been looked up."""
    request = HttpRequest()
    wanted = dict(scope["headers"]).get(b"accept-language", b"")
    request.META["HTTP_ACCEPT_LANGUAGE"] = wanted.decode("latin-1")
    return get_language_from_request(request)
