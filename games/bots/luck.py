"""The random numbers of bots.

They are addressed by seed, seat and move like the dealer's shuffles, never drawn from a running
generator: what one bot does shifts no other bot's luck, and a deal played again is the same deal.
"""

from __future__ import annotations

from random import Random

from ..rules.fair import words
from ..rules.game import Seat

WORD_BITS = 32
FLOAT_BITS = 53


class Luck(Random):
    """Its words are `words(seed, "bot:SEAT:MOVE")`, where MOVE is how many moves were made."""

    def __init__(self, seed: bytes) -> None:
        self.key = seed
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
