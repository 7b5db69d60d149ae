"""Garbage for everything that the site answers to, found by asking it what that is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from django.urls import URLResolver, get_resolver

from tests.kit.repository import sources
from tests.kit.spoiled_json import ODD, spoil

PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
NAME = re.compile(r'\bname="([^"]+)"')
ASKED = re.compile(r"[?;&](\w+)=")  # in a link, whose ampersands are written out
READ = re.compile(r'\b(?:GET|POST|FILES|message)(?:\.get(?:list)?\(|\[)"(\w+)"')
GROUP = re.compile(r"\(\?P(<\w+>)[^)]*\)")  # a place, in a path that is a pattern
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
ODD_HEADERS = ("User-Agent", "Accept", "Accept-Encoding", "Host", "X-Odd", "Upgrade", "Expect")
TOKEN = b"a" * 32  # which is in the cookie, too
NO_LINE = b"\r\n\0"
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
    *ODD,
)
SPLINTERS = ("", "{", "\x00", "]" * 9, "[" * 5000)
METHODS = ("GET", "GET", "GET", "POST", "POST", "POST", "HEAD", "PUT", "OPTIONS", "DELETE")


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Every path of the site, with its places still open."""
    for each in (resolver or get_resolver()).url_patterns:
        path = before + GROUP.sub(r"\1", str(each.pattern)).strip("^$")
        yield from routes(each, path) if isinstance(each, URLResolver) else [path]


@cache
def names_read() -> frozenset[str]:
    """What our own code looks for in addresses and forms."""
    texts = (path.read_text() for path in sources("accounts", "bruno_site", "games", "lobby"))
    return frozenset(name for text in texts for name in READ.findall(text))


class Garbage:
    """`known`: for the places of a path, what would lead somewhere."""

    def __init__(self, seed: int, known: dict[str, list[str]]) -> None:
        self.luck = Random(seed)
        self.known = known
        self.names = {*NAMES, *names_read()}
        self.values: dict[str, list[str]] = {}

    def learn(self, page: str) -> None:
        """What its forms and links ask for, and which answers they offer."""
        self.names.update(NAME.findall(page), ASKED.findall(page))
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
        if self.luck.random() < 0.05:
            return spoil({name: text, "rounds": [0, {"name": name}]}, self.luck)
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

    def all_at_once(self, method: str, route: str, text: str) -> dict[str, Any]:
        """The same text under every name there is, as Client.generic takes it."""
        pairs = urlencode([(name, self._bytes(text)) for name in sorted(self.names)])
        asked = {"QUERY_STRING": pairs} if method == "GET" else {"data": pairs.encode()}
        known = {name: texts[0] for name, texts in self.known.items()}
        path = "/" + PLACE.sub(lambda place: known.get(place[1], "x"), route)
        return {"method": method, "path": path, "content_type": KINDS[0], **asked}

    def head(self, route: str, cookie: bytes) -> bytes:
        """The same as a browser's bytes, with a header that no browser would send."""
        asked = self.request(route)
        too_much = "&" * 3000 * ("charset" in asked["content_type"])
        target = f"{asked['path']}?{asked['QUERY_STRING']}{too_much}"
        headers = {"Host": b"127.0.0.1", "X-CSRFToken": TOKEN}
        headers |= {name: text.encode("latin-1") for name, text in asked["headers"].items()}
        headers[self.luck.choice(ODD_HEADERS)] = self.luck.randbytes(20).translate(None, NO_LINE)
        # Of which there is one, and a length that is right: for a longer body one would wait.
        headers |= {
            "Content-Length": b"%d" % len(asked["data"]),
            "Cookie": cookie + b"; csrftoken=" + TOKEN,
        }
        headers |= {"Content-Type": asked["content_type"].encode(), "Connection": b"close"}
        lines = (name.encode() + b": " + text for name, text in headers.items())
        first = f"{asked['method']} {target} HTTP/1.1".encode()
        return b"\r\n".join((first, *lines, b"", asked["data"]))

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
        if self.luck.random() < 0.2:
            text = spoil(json.loads(text), self.luck)
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
