"""Shuffles that can be checked afterwards.

A shuffle is addressed by what happens in the game (`deal:0`, `redeal:3`), never drawn from a
running generator: two tables with the same seed meet the same cards at the same events.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

T = TypeVar("T")

WORD_VALUES = 2**32
BLOCK = 64
_INNER, _OUTER = (bytes(pad ^ byte for byte in range(256)) for pad in (0x36, 0x5C))  # RFC 2104
_words_of = Struct(">8I").unpack


def commitment(server_seed: bytes) -> str:
    """What is shown to everyone before anyone sits."""
    return sha256(server_seed).hexdigest()


def game_seed(server_seed: bytes, nonces: Sequence[str]) -> bytes:
    return hmac.digest(server_seed, "|".join(nonces).encode("ascii"), "sha256")


def words(seed: bytes, label: str) -> Iterator[int]:
    """The HMACs of `label:0`, `label:1`, … in words of 32 bits."""
    keyed, outer = _keyed(seed)
    inner = keyed.copy()
    inner.update(f"{label}:".encode("ascii"))
    for block in count():
        first, second = inner.copy(), outer.copy()
        first.update(b"%d" % block)
        second.update(first.digest())
        yield from _words_of(second.digest())


@lru_cache(maxsize=16)
def _keyed(seed: bytes) -> tuple[Hash, Hash]:
    """The two hashes of an HMAC (RFC 2104) with the key in them, to be copied."""
    if len(seed) > BLOCK:
        seed = sha256(seed).digest()
    key = seed.ljust(BLOCK, b"\0")
    return sha256(key.translate(_INNER)), sha256(key.translate(_OUTER))


def shuffled(seed: bytes, label: str, items: Sequence[T]) -> list[T]:
    """Fisher–Yates from the end; words that would favour low indices are thrown away."""
    cards = list(items)
    source = words(seed, label)
    for (i, limit), word in zip(_limits(len(cards)), source, strict=False):
        while word >= limit:
            word = next(source)
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@lru_cache(maxsize=256)
def _limits(size: int) -> tuple[tuple[int, int], ...]:
    """For each step its last place, and below what a word favours no place up to it."""
    return tuple((i, WORD_VALUES - WORD_VALUES % (i + 1)) for i in range(size - 1, 0, -1))
