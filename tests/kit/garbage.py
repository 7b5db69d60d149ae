"""Garbage for everything that the site answers to, found by asking it what that is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from django.urls import URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
NAME = re.compile(r'\bname="([^"]+)"')
VALUE = re.compile(r'\bname="([^"]+)"[^>]*? value="([^"]*)"')
# What nobody's form says, but somebody's code reads.
NAMES = [
    "next",
    "stamp",
    "key",
    "again",
    "to",
    "seq",
    "action",
    "q",
    "p",
    "o",
    "e",
    "all",
    "id",
    "_facets",
    "_popup",
    "_to_field",
    "_changelist_filters",
    "id__exact",
    "id__in",
    "pk__gt",
    "password__startswith",
    "server_seed__startswith",
    "date__year",
    "csrfmiddlewaretoken",
]
VALUES = (
    "",
    " ",
    "0",
    "1",
    "-1",
    "on",
    "\x00",
    "a\x00b",
    "\ud800",
    "\udfff x",
    "9" * 18,
    str(2**63),
    "1" + "0" * 40,
    "9" * 5000,
    "1e999",
    "NaN",
    "²",
    "٣",
    "é",
    "\u202e",
    "\ufeff",
    "a\u0308" * 40,
    "x" * 3000,
    "'",
    "\"'><b>",
    "../..",
    "%",
    "%00",
    "%ff",
    "{{ 1 }}",
    "null",
    "[]",
    "{}",
    "True",
    "//evil.example",
    "/accounts/log-in/",
    "javascript:x",
    "\r\nX: y",
    "2026-02-30",
    "9999-12-31",
    "0000-00-00",
    "__class__",
    "*",
    "🂡" * 9,
)
KINDS = (
    "application/x-www-form-urlencoded",
    "application/json",
    "text/plain",
    "",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=é",
    "multipart/form-data; boundary=" + "x" * 99,
    "application/x-www-form-urlencoded; charset=latin-1",
    "multipart/form-data; boundary=x; charset=utf-16",
)
HEADERS = [
    "Accept-Language",
    "HX-Request",
    "HX-Current-URL",
    "HX-Target",
    "If-None-Match",
    "Range",
    "If-Modified-Since",
    "Referer",
    "Origin",
    "Cookie",
    "X-Forwarded-For",
    "Content-Length",
]
THINGS: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**63,
    10**40,
    1.5,
    float("inf"),
    float("nan"),
    [],
    [[]],
    {"a": 1},
)
SPLINTERS = ("", "{", "\x00", "]" * 9, "[" * 5000)
METHODS = ("GET", "GET", "GET", "POST", "POST", "POST", "HEAD", "PUT", "OPTIONS", "DELETE")


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Every path of the site, with its places still open."""
    for each in (resolver or get_resolver()).url_patterns:
        if isinstance(each.pattern, RoutePattern):
            path = before + str(each.pattern)
            yield from routes(each, path) if isinstance(each, URLResolver) else [path]


class Garbage:
    """`known`: for the places of a path, what would lead somewhere."""

    def __init__(self, seed: int, known: dict[str, list[str]]) -> None:
        self.luck = Random(seed)
        self.known = known
        self.names = set(NAMES)
        self.values: dict[str, list[str]] = {}

    def learn(self, page: str) -> None:
        """What its forms ask for, and which answers they offer."""
        self.names.update(NAME.findall(page))
        for name, value in VALUE.findall(page):
            self.values[name] = [*self.values.get(name, [])[-20:], value]

    def path(self, route: str) -> str:
        return "/" + PLACE.sub(lambda place: self._place(place[1]), route)

    def _place(self, name: str) -> str:
        if name in self.known and self.luck.random() < 0.8:
            return self.luck.choice(self.known[name])
        return quote(self._bytes(self.value()), safe="") or "x"

    def value(self, name: str = "") -> str:
        """Now and then one that would do, so that the others come further."""
        if name in self.values and self.luck.random() < 0.4:
            return self.luck.choice(self.values[name])
        text = self.luck.choice(VALUES)
        if self.luck.random() < 0.2:
            text += self.luck.choice(VALUES)
        return text

    def pairs(self) -> list[tuple[bytes, bytes]]:
        names = self.luck.choices(sorted(self.names), k=self.luck.randrange(5))
        return [(self._bytes(name), self._bytes(self.value(name))) for name in names]

    @staticmethod
    def _bytes(text: str) -> bytes:
        return text.encode("utf-8", "surrogatepass")

    def request(self, route: str) -> dict[str, Any]:
        """As Client.generic takes it."""
        query = urlencode(self.pairs())
        kind = KINDS[0] if self.luck.random() < 0.7 else self.luck.choice(KINDS)
        # With a charset Django's client for tests reads the query itself, and before our site does.
        if self.luck.random() < 0.1 and "charset" not in kind:
            query += self.luck.choice(("&&==&", "%", "%zz=%", "&" * 3000, "a=" * 200))
        return {
            "method": self.luck.choice(METHODS),
            "path": self.path(route),
            "data": self._body(),
            "content_type": kind,
            "headers": self._headers(),
            "QUERY_STRING": query,
        }

    def _body(self) -> bytes:
        if self.luck.random() < 0.1:
            return self.luck.randbytes(self.luck.randrange(300))
        return urlencode(self.pairs()).encode()

    def _headers(self) -> dict[str, str]:
        """No server lets control characters through, nor anything beyond latin-1."""
        if self.luck.random() < 0.7:
            return {}
        said = self.value().encode("latin-1", "replace").decode("latin-1")
        return {self.luck.choice(HEADERS): "".join(filter(str.isprintable, said))}

    def frame(self) -> str | bytes:
        if self.luck.random() < 0.1:
            return self.luck.randbytes(self.luck.randrange(1, 300))
        text = json.dumps(self._message(), ensure_ascii=self.luck.random() < 0.9)
        if self.luck.random() < 0.15:
            cut = self.luck.randrange(len(text) + 1)
            text = text[:cut] + self.luck.choice(SPLINTERS) + text[cut:]
        return text.encode("utf-8", "replace").decode()

    def _message(self) -> Any:
        if self.luck.random() < 0.05:
            return self._anything()
        names = self.luck.choices(sorted(self.names), k=self.luck.randrange(1, 4))
        return {name: self._anything(name) for name in names}

    def _anything(self, name: str = "") -> Any:
        return self.luck.choice(THINGS) if self.luck.random() < 0.3 else self.value(name)
