"""The random numbers of bots.

They are addressed by game, seat and move like the dealer's shuffles, never drawn from a running
generator: what one bot does shifts no other bot's luck, and a deal played again is the same deal.
Their key is made from the game's seed, which cannot be made from it: a bot that looks into its
luck learns nothing of the cards.
"""

from __future__ import annotations

import hmac
from random import Random

from ..rules.fair import words
from ..rules.game import Seat

WORD_BITS = 32
FLOAT_BITS = 53


def luck_key(seed: bytes) -> bytes:
    """For whoever asks bots: they are handed what comes of this key, never the seed itself."""
    return hmac.digest(seed, b"luck", "sha256")


class Luck(Random):
    """Its words are `words(key, "bot:SEAT:MOVE")`, where MOVE is how many moves were made."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.at(0, 0)

    def at(self, seat: Seat, move: int) -> Luck:
        self.words = words(self.key, f"bot:{seat}:{move}")
        self.gauss_next = None
        return self

    def getrandbits(self, k: int, /) -> int:
        value = next(self.words)
        missing = k - WORD_BITS
        while missing > 0:
            value = value << WORD_BITS | next(self.words)
            missing -= WORD_BITS
        return value >> -missing

    def random(self) -> float:
        return self.getrandbits(FLOAT_BITS) * 2.0**-FLOAT_BITS
