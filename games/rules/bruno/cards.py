"""What the ranks of the French deck mean in Bruno, and which cards answer which.

The numbers are the clauses of docs/rules/bruno.md.
"""

from __future__ import annotations

from typing import Final

from ..cards import DECK, RANKS, Mask, Rank, mask_of

TWO, THREE, NINE, TEN = (RANKS.index(name) for name in ("2", "3", "9", "10"))
FUNCTION_RANKS: Final = (TWO, THREE, NINE, TEN)
ORDINARY_RANKS: Final = tuple(rank for rank in range(len(RANKS)) if rank not in FUNCTION_RANKS)


def _cards_of_ranks(*ranks: Rank) -> Mask:
    return mask_of(card for card in DECK if card >> 2 in ranks)


# B5: a demand is the rank to answer: none on a free lead; a 9 asks for less than itself, an
# ordinary rank for at least itself. B16: 2, 3 and 10 are never demanded.
Demand = Rank | None

CARDS_OF_RANK: Final = tuple(_cards_of_ranks(rank) for rank in range(len(RANKS)))
FUNCTIONS: Final = _cards_of_ranks(*FUNCTION_RANKS)
# B8: all cards that answer a demand.
ANSWERS: Final[dict[Demand, Mask]] = {
    None: mask_of(DECK),
    NINE: FUNCTIONS | _cards_of_ranks(*(rank for rank in ORDINARY_RANKS if rank < NINE)),
    **{
        least: FUNCTIONS | _cards_of_ranks(*(rank for rank in ORDINARY_RANKS if rank >= least))
        for least in ORDINARY_RANKS
    },
}
