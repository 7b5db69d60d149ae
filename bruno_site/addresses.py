"""Where a request comes from, for those who count."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Of the visitor: as the proxy in front says, if a setting names its header; empty if unknown.

    A header that nobody vouches for is whatever its sender likes it to be.
    """
    if not settings.CLIENT_ADDRESS_HEADER:
        return _read(request.META.get("REMOTE_ADDR", ""))
    return _last(request.headers.get(settings.CLIENT_ADDRESS_HEADER, ""))


def address_of_socket(scope: Mapping[str, Any]) -> str:
    """The same."""
    if not settings.CLIENT_ADDRESS_HEADER:
        host, _port = scope.get("client") or ("", 0)
        return _read(host)
    name = settings.CLIENT_ADDRESS_HEADER.lower().encode()
    return _last(dict(scope["headers"]).get(name, b"").decode("latin-1"))


def _last(said: str) -> str:
    """A list grows to the right: the last entry is our own proxy's, those before it are hearsay."""
    return _read(said.rpartition(",")[2].strip())


def neighbourhood(address: str) -> str:
    """What one visitor has for themselves: an address, or of the newer kind a whole network."""
    if not address:
        return ""
    parsed = ip_address(address)
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return parsed.exploded[:19]
    return str(parsed)


def _read(text: str) -> str:
    address, _link, _name = text.partition("%")  # of this machine, by which it came
    try:
        return str(ip_address(address))
    except ValueError:
        return ""
