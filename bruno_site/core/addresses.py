"""The network address of a visitor, as rate limits and quotas count visitors by it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

WITH_PORT: Final = re.compile(r"\[(?P<ipv6>[^\]]*)\](:\d+)?|(?P<ipv4>[\d.]+):\d+")
# IPv6 networks whose addresses end in an IPv4 address: IPv4-mapped, NAT64 and the deprecated
# IPv4-compatible one. The last also contains ::1 and ::, which stand for no IPv4 address.
WITH_IPV4_AT_THE_END: Final = tuple(map(IPv6Network, ("::ffff:0:0/96", "64:ff9b::/96", "::/96")))


def address_of(request: HttpRequest) -> str:
    """Return the address of the visitor who sent the request, or an empty text if it is unknown.

    It is read from the proxy's header if CLIENT_ADDRESS_HEADER names one, and from the connection
    otherwise: without a proxy that sets it, a visitor could write any address into such a header.
    """
    if not settings.CLIENT_ADDRESS_HEADER:
        return _normalised(request.META.get("REMOTE_ADDR", ""))
    return _last_address(request.headers.get(settings.CLIENT_ADDRESS_HEADER, ""))


def address_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the address of the visitor who opened the WebSocket; otherwise as `address_of`."""
    if not settings.CLIENT_ADDRESS_HEADER:
        host, _port = scope.get("client") or ("", 0)
        return _normalised(host)
    name = settings.CLIENT_ADDRESS_HEADER.lower().encode()
    return _last_address(dict(scope["headers"]).get(name, b"").decode("latin-1"))


def _last_address(header: str) -> str:
    """Return the last address of a header that may list several.

    Each proxy appends to the list, so our own proxy wrote the last entry. A visitor may have made
    up those before it.
    """
    return _normalised(header.rpartition(",")[2].strip())


def network_of(address: str) -> str:
    """Return what one visitor has alone: an IPv4 address, or the /64 network of an IPv6 address."""
    if not address:
        return ""
    parsed = ip_address(address)
    return parsed.exploded[:19] if isinstance(parsed, IPv6Address) else str(parsed)


def _normalised(text: str) -> str:
    """Return the canonical spelling of an address, or an empty text if it is not an address.

    Some proxies append the port; it is dropped.
    """
    if found := WITH_PORT.fullmatch(text):
        text = found["ipv6"] or found["ipv4"] or ""
    address, _percent, _interface = text.partition("%")  # a link-local address names one
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    return str(_ipv4_in(parsed) or parsed) if isinstance(parsed, IPv6Address) else str(parsed)


def _ipv4_in(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that an IPv6 address stands for, or None.

    Otherwise one visitor would count once for each spelling of their IPv4 address, and with 6to4
    once for each of 65,536 networks.
    """
    if any(address in network for network in WITH_IPV4_AT_THE_END) and int(address) > 1:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.sixtofour
