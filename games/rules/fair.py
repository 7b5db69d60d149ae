"""Shuffles that can be checked afterwards.

A shuffle is addressed by what happens in the game (`deal:0`, `redeal:3`), never drawn from a
running generator: two tables with the same seed meet the same cards at the same events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from hmac import digest
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

WORD_VALUES = 2**32
_words_of = Struct(">8I").unpack


def commitment(server_seed: bytes) -> str:
    """What is shown to everyone before anyone sits."""
    return sha256(server_seed).hexdigest()


def game_seed(server_seed: bytes, nonces: Sequence[str]) -> bytes:
    return digest(server_seed, "|".join(nonces).encode("ascii"), "sha256")


def words(seed: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        yield from _words_of(digest(seed, f"{label}:{block}".encode("ascii"), "sha256"))
        block += 1


def shuffled(seed: bytes, label: str, items: Sequence[T]) -> list[T]:
    """Fisher–Yates from the end; words that would favour low indices are thrown away."""
    cards = list(items)
    source = words(seed, label)
    for left, limit in _limits(len(cards)):
        word = next(source)
        while word >= limit:
            word = next(source)
        i, j = left - 1, word % left
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@lru_cache(maxsize=256)
def _limits(count: int) -> tuple[tuple[int, int], ...]:
    """For each step how many items are left, and below what a word favours none of them."""
    return tuple((left, WORD_VALUES - WORD_VALUES % left) for left in range(count, 1, -1))
