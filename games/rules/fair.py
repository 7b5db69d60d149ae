"""Shuffles that can be checked afterwards.

A shuffle is addressed by what happens in the game (`deal:0`, `redeal:3`), never drawn from a
running generator: two tables with the same seed meet the same cards at the same events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from hmac import digest
from typing import TypeVar

T = TypeVar("T")

WORDS_PER_BLOCK = 8
WORD_VALUES = 2**32


def commitment(server_seed: bytes) -> str:
    """What is shown to everyone before anyone sits."""
    return sha256(server_seed).hexdigest()


def game_seed(server_seed: bytes, nonces: Sequence[str]) -> bytes:
    return digest(server_seed, "|".join(nonces).encode("ascii"), "sha256")


def words(seed: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        out = digest(seed, f"{label}:{block}".encode("ascii"), "sha256")
        for i in range(WORDS_PER_BLOCK):
            yield int.from_bytes(out[4 * i : 4 * i + 4], "big")
        block += 1


def shuffled(seed: bytes, label: str, items: Sequence[T]) -> list[T]:
    """Fisher–Yates from the end; words that would favour low indices are thrown away."""
    cards = list(items)
    source = words(seed, label)
    for i in range(len(cards) - 1, 0, -1):
        limit = WORD_VALUES - WORD_VALUES % (i + 1)
        word = next(source)
        while word >= limit:
            word = next(source)
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
