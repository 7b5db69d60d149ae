"""Where each input of the network stands: the one definition, for playing and for training.

A block is a name and a size. The trainer's kernel is compiled with these very numbers, so there is
no second list to keep in step.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

# Raise it whenever an input changes its meaning: weights of another version are refused.
VERSION: Final = 1

MOST: Final = 20  # a larger hand counts as this one
RANKS: Final = 13
DEMANDS: Final = 14  # none, or a rank
LEFT: Final = 8
CHANCES: Final = 8
AHEAD: Final = 8
NEAR: Final = 13
FEW: Final = 4

_SIZES: Final = MOST + 1
_COPIES: Final = 4 * RANKS

BLOCKS: Final[dict[str, int]] = {
    # Of each of the others: the opponent who follows, the partner, the opponent before.
    "SEAT_HAND": 3 * _SIZES,
    "SEAT_HIDDEN": 3 * _SIZES,
    "SEAT_TOTAL": 3 * _SIZES,
    "SEAT_KNOWN": 3 * _COPIES,
    "SEAT_UP": 3 * RANKS,
    "SEAT_DOWN": 3 * 4,
    # Of the table.
    "UNSEEN": _COPIES,
    "TENS": 5,
    "OPTIONS": 3,
    # What an action leaves to who makes it.
    "HAND": _COPIES,
    "SIZE": _SIZES,
    "TURNS": _SIZES,
    "TOTAL": _SIZES,
    "LAST_FUNCTIONS": FEW + 1,
    "ALL_FUNCTIONS": 1,
    "UP": RANKS,
    "DOWN": 4,
    "ANSWERS": FEW + 1,
    "ANSWER_FUNCTIONS": FEW + 1,
    # What it does to the table.
    "PLAYED": _COPIES,
    "COLLECTS": 1,
    "PILE": RANKS,
    "PILE_SIZE": _SIZES,
    "DEMAND": 3 * DEMANDS,
    "TEN_PLAYED": 1,
    "HEAP": RANKS,
    # What it does to each of the others.
    "STUCK": 3 * CHANCES,
    "STUCK_CHANCE": 3,
    "STUCK_PILE": 3,
    "STUCK_FUNCTIONS": 3,
    "GOES_OUT": 3,
    "DEMAND_LEFT": 3 * DEMANDS * (LEFT + 1),
    "LATER": 3,
    "LATER_PILE": 3,
    "LATER_FUNCTIONS": 3,
    "MOVER_STUCK": 2 * CHANCES,
    "MOVER_CHANCE": 2,
    "MOVER_GOES_OUT": 2,
    # Who is ahead.
    "RACE": 2 * AHEAD + 1,
    "OURS": NEAR + 1,
    "THEIRS": NEAR + 1,
}
AT: Final = dict(zip(BLOCKS, accumulate(BLOCKS.values(), initial=0), strict=False))
INPUTS: Final = sum(BLOCKS.values())
