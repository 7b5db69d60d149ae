"""Briscalone in numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...rules.briscalone.cards import RANKS, SUITS
from ...rules.briscalone.view import View
from .numbers import Code, bits, one_of, turned

PHASES: Final = ("deal", "auction", "blind", "call", "tricks", "over")


def _actions() -> Iterator[str]:
    yield from (f"bid {rank}" for rank in reversed(RANKS))
    yield from ("raise", "pass")
    yield from (f"call {suit}" for suit in SUITS)
    yield from (f"play {rank}{suit}" for suit in SUITS for rank in RANKS)


def _observe(view: View) -> Iterator[float]:
    """Own hand; the trick, all tricks; phase, bid, target, suit, own part, points, score."""
    assert view.seat is not None
    trick = view.trick.cards if view.trick else ()
    bidder = None if view.bidder is None else (view.bidder - view.seat) % 5
    yield from bits(view.hand, 40)
    yield from bits(trick, 40)
    yield from bits([card for past in view.tricks for card in past.cards], 40)
    yield from one_of(PHASES.index(view.phase), len(PHASES))
    yield from one_of(bidder, 5)
    yield from one_of(view.rank, 10)
    yield view.target
    yield from one_of(view.monkey_suit, 4)
    yield float(view.i_am_partner)
    yield from turned(view.points, view.seat)
    yield from turned(view.totals, view.seat)


CODE: Final = Code(tuple(_actions()), str, _observe)
