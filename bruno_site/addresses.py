"""Where a request comes from, for those who count."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

WITH_PORT: Final = re.compile(r"\[(?P<newer>[^\]]*)\](:\d+)?|(?P<older>[\d.]+):\d+")
# Mapped, behind NAT64, and the oldest way of writing one; the last has ::1 and :: in it as well.
WITH_IPV4_AT_THE_END: Final = tuple(map(IPv6Network, ("::ffff:0:0/96", "64:ff9b::/96", "::/96")))


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
    return parsed.exploded[:19] if isinstance(parsed, IPv6Address) else str(parsed)


def _read(text: str) -> str:
    """Return the one spelling of an address, or nothing. Some proxies write its port behind it."""
    if found := WITH_PORT.fullmatch(text):
        text = found["newer"] or found["older"] or ""
    address, _link, _name = text.partition("%")  # of this machine, by which it came
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    return str(_older_in(parsed) or parsed) if isinstance(parsed, IPv6Address) else str(parsed)


def _older_in(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that it stands for, if it does: else whoever has that one would
    count once for each of its spellings, and with 6to4 once for each of 65,536 networks."""
    if any(address in network for network in WITH_IPV4_AT_THE_END) and int(address) > 1:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.sixtofour
