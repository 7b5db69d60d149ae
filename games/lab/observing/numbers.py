"""How a kind is written in numbers, and what all of them are written with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple


class Code(NamedTuple):
    """How one kind is written in numbers."""

    actions: tuple[str, ...]  # the number of an action is its place here
    name: Callable[[Any], str]  # what an action is called there
    observe: Callable[[Any], Iterator[float]]


def bits(cards: Iterable[int | None], size: int) -> list[float]:
    """How many there are of each."""
    row = [0.0] * size
    for card in cards:
        if card is not None:
            row[card] += 1
    return row


def one_of(place: int | None, size: int) -> list[float]:
    return bits([place], size)


def turned(seats: Sequence[Any], seat: int) -> list[Any]:
    return [*seats[seat:], *seats[:seat]]
