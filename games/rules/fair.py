"""Shuffles that can be checked afterwards: all the chance there is in a game.

A shuffle is addressed by what happens in the game (`deal:0`, `redeal:3`), never drawn from a
running generator: two tables with the same seed meet the same cards at the same events.
docs/record.md says the same in words.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count, zip_longest
from struct import Struct
from typing import Final, Literal, TypeVar

T = TypeVar("T")

Chooser = Literal["nobody", "last_player", "site"]

WORD_VALUES: Final = 2**32
_words_of: Final = Struct(">8I").unpack


def commitment(server_seed: bytes) -> str:
    """What is shown to everyone before anyone sits."""
    return sha256(server_seed).hexdigest()


def nonce_seal(nonce: str) -> str:
    """The SHA-256 of a seat's nonce, shown before any nonce is sent; empty for a seat without."""
    return sha256(nonce.encode("ascii")).hexdigest() if nonce else ""


def could_choose(nonces: Sequence[str], nonce_seals: Sequence[str]) -> Chooser:
    """Return who could have chosen the deal: nobody where every nonce was sealed; the site together
    with the player who was ready last where some were not; the site where there are none."""
    if not any(nonces):
        return "site"
    pairs = zip_longest(nonces, nonce_seals, fillvalue="")
    return "nobody" if all(seal or not nonce for nonce, seal in pairs) else "last_player"


def game_seed(server_seed: bytes, nonces: Sequence[str]) -> bytes:
    """Return the seed of a game: the server's seed mixed with the nonce of every seat."""
    return hmac.digest(server_seed, "|".join(nonces).encode("ascii"), "sha256")


def shuffled(seed: bytes, label: str, items: Sequence[T]) -> list[T]:
    """Fisher–Yates: from the end, the card in each place is exchanged with any up to itself."""
    cards = list(items)
    source = words(seed, label)
    for (place, fair), word in zip(_places(len(cards)), source, strict=False):
        while word >= fair:
            word = next(source)
        other = word % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


@lru_cache(maxsize=256)
def _places(size: int) -> tuple[tuple[int, int], ...]:
    """From the last to the second; with each, below what a word favours none of its choices."""
    return tuple(
        (place, WORD_VALUES - WORD_VALUES % (place + 1)) for place in range(size - 1, 0, -1)
    )


def words(seed: bytes, label: str) -> Iterator[int]:
    """Chance without end: the HMACs of `label:0`, `label:1`, … in words of 32 bits."""
    mac = _hmac_with(seed)
    return chain.from_iterable(
        _words_of(mac(f"{label}:{block}".encode("ascii"))) for block in count()
    )


# What follows is `hmac.digest(key, message, "sha256")` and nothing else, and a test holds the two
# against each other. With `hmac` itself a deal takes half as long again, because it hashes the key
# anew for each of the seven to fourteen messages of a deal; here it is hashed once.

_BLOCK: Final = 64
_INNER, _OUTER = (bytes(pad ^ byte for byte in range(256)) for pad in (0x36, 0x5C))


@lru_cache(maxsize=16)
def _hmac_with(key: bytes) -> Callable[[bytes], bytes]:
    """RFC 2104: H(key ⊕ outer, H(key ⊕ inner, message)), the key filled up to a block."""
    block = (key if len(key) <= _BLOCK else sha256(key).digest()).ljust(_BLOCK, b"\0")
    inner, outer = sha256(block.translate(_INNER)), sha256(block.translate(_OUTER))

    def mac(message: bytes) -> bytes:
        first, second = inner.copy(), outer.copy()
        first.update(message)
        second.update(first.digest())
        return second.digest()

    return mac
