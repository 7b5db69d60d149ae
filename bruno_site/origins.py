"""The check that only our own pages open WebSockets, by the Origin header that browsers send."""

from __future__ import annotations

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOrigin:
    """An ASGI application that passes on WebSockets of our own pages and denies all others."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        if is_ours(dict(scope["headers"])):
            return await self.inner(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)


def is_ours(headers: dict[bytes, bytes]) -> bool:
    """Return whether the request comes from a page of this site.

    With the setting ORIGINS, its origin must be among those; without, it must be the host asked.
    """
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    if settings.ORIGINS:
        return origin in settings.ORIGINS
    scheme = "https" if settings.BEHIND_TLS else "http"
    host = headers.get(b"host", b"").decode("latin-1").lower()
    return origin == f"{scheme}://{host}" and _is_our_name(host)


def _is_our_name(host: str) -> bool:
    """Return whether the host is in ALLOWED_HOSTS.

    The owner of any other name can make it lead to this machine too.
    """
    name, _port = split_domain_port(host)
    return validate_host(name, settings.ALLOWED_HOSTS)
