"""The sixteen cards (L1): Jacks, Queens, Kings and Aces of the French deck, the strongest last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .. import cards as french

Card = french.Card
Hand = tuple[Card, ...]

DECK: Final[Hand] = tuple(card for card in french.DECK if french.RANKS[card >> 2] in "JQKA")
CARD_OF: Final = {french.CARD_TEXT[card]: card for card in DECK}


def strongest(trick: Sequence[Card]) -> int:
    """The place in the trick of the card that takes it. L3"""
    return trick.index(max(trick))
