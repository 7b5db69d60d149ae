"""The address of a visitor: from the connection, or from the one header that a setting names."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from bruno_site.core.addresses import address_of, address_of_socket, network_of
from tests.kit.requests import request_from

PEER = "203.0.113.9"


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded"])
def test_a_header_that_no_setting_names_is_not_believed(header: str) -> None:
    assert address_of(request_from(PEER, **{header: "198.51.100.1"})) == PEER


@pytest.mark.parametrize(
    ("header_text", "address"),
    [
        ("198.51.100.1", "198.51.100.1"),
        ("10.0.0.1, 198.51.100.1", "198.51.100.1"),
        ("198.51.100.1, <script>", ""),
        ("", ""),
        ("2001:DB8::1", "2001:db8::1"),
    ],
)
def test_of_the_header_that_is_named_the_last_entry_counts(
    settings: Settings, header_text: str, address: str
) -> None:
    settings.CLIENT_ADDRESS_HEADER = "X-Real-IP"
    assert address_of(request_from(PEER, **{"X-Real-IP": header_text})) == address


SPELLINGS = (
    "198.51.100.1",
    "198.51.100.1:4711",
    "::ffff:198.51.100.1",
    "::ffff:c633:6401",
    "::FFFF:198.51.100.1%eth0",
    "[::ffff:198.51.100.1]:4711",
    "::198.51.100.1",
    "64:ff9b::198.51.100.1",
    "2002:c633:6401::1",
    "2002:c633:6401:77::9",
)


@pytest.mark.parametrize("header_text", SPELLINGS)
def test_an_address_is_one_however_it_is_spelled(settings: Settings, header_text: str) -> None:
    """Also as an IPv6 address that stands for an IPv4 address."""
    assert network_of(address_of(request_from(header_text))) == "198.51.100.1"
    settings.CLIENT_ADDRESS_HEADER = "X-Forwarded-For"
    request = request_from(PEER, **{"X-Forwarded-For": f"10.0.0.1, {header_text}"})
    assert network_of(address_of(request)) == "198.51.100.1"
    headers = [(b"x-forwarded-for", header_text.encode())]
    assert address_of_socket({"headers": headers, "client": (PEER, 1)}) == "198.51.100.1"


@pytest.mark.parametrize(
    ("header_text", "address"),
    [
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("::1", "::1"),
        ("::", "::"),
        ("198.51.100.1:", ""),
        ("198.51.100.1:x", ""),
        ("198.051.100.1", ""),
        ("[198.51.100.1", ""),
        ("[]:1", ""),
    ],
)
def test_the_port_is_not_part_of_an_address(header_text: str, address: str) -> None:
    assert address_of(request_from(header_text)) == address


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"),
        ("2001:db8:1:2::9", "2001:0db8:0001:0002"),
        ("", ""),
    ],
)
def test_who_has_a_whole_network_is_counted_as_one(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_link_local_address_is_counted_too() -> None:
    """Such an address names the network interface of this machine."""
    address = address_of(request_from("fe80::1:2:3:4%eth0"))
    assert network_of(address) == "fe80:0000:0000:0000"
