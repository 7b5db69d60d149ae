"""What others may train on: every action has a number, and a view is a row of numbers.

All of it is written from the seat's view, turned so that the own seat comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules import briscalone, bruno, uno
from ..rules.briscalone.cards import RANKS as BRISCALONE_RANKS
from ..rules.briscalone.cards import SUITS as BRISCALONE_SUITS
from ..rules.bruno.actions import Play
from ..rules.uno.cards import CARD_TEXT as UNO_CARDS
from ..rules.uno.cards import COLOURS, WILD
from ..rules.uno.meta import MOST_SEATS

Row = NDArray[np.float32]

PHASES: Final = ("deal", "auction", "blind", "call", "tricks", "over")


class Code(NamedTuple):
    """How one kind is written in numbers."""

    actions: tuple[str, ...]  # the number of an action is its place here
    name: Callable[[Any], str]  # what an action is called there
    observe: Callable[[Any], Iterator[float]]


def _bits(cards: Iterable[int | None], size: int) -> list[float]:
    """How many there are of each."""
    row = [0.0] * size
    for card in cards:
        if card is not None:
            row[card] += 1
    return row


def _one_of(place: int | None, size: int) -> list[float]:
    return _bits([place], size)


def _turned(seats: Sequence[Any], seat: int) -> list[Any]:
    return [*seats[seat:], *seats[:seat]]


def _bruno_actions() -> Iterator[str]:
    for rank in range(13):
        yield from (f"{rank}x{number}" for number in range(1, 5))
    yield from ("collect", "pass", "flip 0", "flip 1", "flip 2")


def _bruno_name(action: Any) -> str:
    return f"{action.rank}x{len(action.cards)}" if isinstance(action, Play) else str(action)


def _bruno(view: bruno.View) -> Iterator[float]:
    """Own hand; of each seat open and known cards and how many there are; pile, tens, demand."""
    assert view.seat is not None
    yield from _bits(view.hand, 52)
    for seat in _turned(view.seats, view.seat):
        yield from _bits(seat.up, 52)
        yield from _bits(seat.known, 52)
        yield from (seat.hand, sum(seat.down))
    yield from _bits(view.pile, 52)
    yield len(view.removed)
    yield from _one_of(0 if view.demand is None else view.demand + 1, 14)
    yield from map(float, view.options[:3])


def _uno_actions() -> Iterator[str]:
    for card, text in enumerate(UNO_CARDS):
        colours = [""] if card < WILD else [f" {colour}" for colour in COLOURS]
        yield from (f"play {text}{colour}" for colour in colours)
    yield from ("draw", "keep", "challenge", "uno")
    yield from (f"catch {seat}" for seat in range(MOST_SEATS))


def _uno(view: uno.View) -> Iterator[float]:
    """Own hand; the card on top, its colour; sizes, who has declared, way round, what is due."""
    assert view.seat is not None
    missing = [0] * (MOST_SEATS - len(view.hand_sizes))
    yield from _bits(view.hand, 54)
    yield from _bits(view.discards, 54)
    yield from _one_of(view.top, 54)
    yield from _one_of(view.colour, 4)
    yield from (*_turned(view.hand_sizes, view.seat), *missing)
    yield from (*map(float, _turned(view.declared, view.seat)), *missing)
    yield from (view.direction, view.pending, view.pile, float(view.waiting))
    yield from _one_of(view.drawn, 54)


def _briscalone_actions() -> Iterator[str]:
    yield from (f"bid {rank}" for rank in reversed(BRISCALONE_RANKS))
    yield from ("raise", "pass")
    yield from (f"call {suit}" for suit in BRISCALONE_SUITS)
    yield from (f"play {rank}{suit}" for suit in BRISCALONE_SUITS for rank in BRISCALONE_RANKS)


def _briscalone(view: briscalone.View) -> Iterator[float]:
    """Own hand; the trick, all tricks; phase, bid, target, suit, own part, points, score."""
    assert view.seat is not None
    trick = view.trick.cards if view.trick else ()
    bidder = None if view.bidder is None else (view.bidder - view.seat) % 5
    yield from _bits(view.hand, 40)
    yield from _bits(trick, 40)
    yield from _bits([card for past in view.tricks for card in past.cards], 40)
    yield from _one_of(PHASES.index(view.phase), len(PHASES))
    yield from _one_of(bidder, 5)
    yield from _one_of(view.rank, 10)
    yield view.target
    yield from _one_of(view.monkey_suit, 4)
    yield float(view.i_am_partner)
    yield from _turned(view.points, view.seat)
    yield from _turned(view.totals, view.seat)


CODES: Final[Mapping[str, Code]] = {
    "bruno": Code(tuple(_bruno_actions()), _bruno_name, _bruno),
    "uno": Code(tuple(_uno_actions()), str, _uno),
    "briscalone": Code(tuple(_briscalone_actions()), str, _briscalone),
}


def observed(kind: str, view: Any) -> Row:
    return np.fromiter(CODES[kind].observe(view), np.float32)


def numbered(kind: str, actions: Sequence[Any]) -> dict[int, Any]:
    """The legal actions by their numbers."""
    code = CODES[kind]
    return {code.actions.index(code.name(action)): action for action in actions}
