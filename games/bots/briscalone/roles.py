"""Who counts whom as a friend, as far as a seat can know it.

The partner always knows. The bidder and the others learn it when the called card falls, or guess
it when somebody feeds the bidder too openly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Final

from ...rules.briscalone.meta import SEATS
from ...rules.game import Seat

Trusts = Callable[[Seat, Seat], bool]


@dataclass(frozen=True, slots=True)
class Roles:
    """By seat: whom it trusts, and how many it fears among the next few to play."""

    friends: tuple[tuple[bool, ...], ...]
    foes_behind: tuple[tuple[int, ...], ...]


def _roles(trusts: Trusts) -> Roles:
    friends = tuple(tuple(trusts(me, other) for other in range(SEATS)) for me in range(SEATS))
    behind = tuple(
        tuple(
            sum(not friends[me][(me + i) % SEATS] for i in range(1, left + 1)) for left in range(5)
        )
        for me in range(SEATS)
    )
    return Roles(friends, behind)


def _openly(bidder: Seat, partner: Seat) -> Roles:
    side = (bidder, partner)
    return _roles(lambda me, other: (me in side) == (other in side))


def _secretly(bidder: Seat, partner: Seat) -> Roles:
    """The bidder trusts nobody; who is against the bidder trusts the rest: most are so, too."""

    def trusts(me: Seat, other: Seat) -> bool:
        if me == bidder:
            return other == bidder
        return (other == bidder) == (me == partner)

    return _roles(trusts)


_PAIRS: Final = tuple(product(range(SEATS), repeat=2))
OPEN: Final = {pair: _openly(*pair) for pair in _PAIRS}
SECRET: Final = {pair: _secretly(*pair) for pair in _PAIRS}
