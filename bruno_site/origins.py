"""Sockets are opened by our own pages only: a browser names the page's origin."""

from __future__ import annotations

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOrigin:
    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        if is_ours(dict(scope["headers"])):
            return await self.inner(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)


def is_ours(headers: dict[bytes, bytes]) -> bool:
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    if settings.ORIGINS:
        return origin in settings.ORIGINS
    scheme = "https" if settings.BEHIND_TLS else "http"
    host = headers.get(b"host", b"").decode("latin-1").lower()
    return origin == f"{scheme}://{host}" and _is_our_name(host)


def _is_our_name(host: str) -> bool:
    """Any other may lead to this machine as well, if those who own it like it to."""
    name, _port = split_domain_port(host)
    return validate_host(name, settings.ALLOWED_HOSTS)
