"""Bots that weigh features, while they learn: they try what is not sure, and take notes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any, Final, NamedTuple

from ...bots.bruno.features import features as in_bruno
from ...bots.bruno.hard import Hard as BrunosHard
from ...bots.bruno.knowledge import Knowledge as InBruno
from ...bots.bruno.weights import ANY
from ...bots.linear import Feature, Weights, weighted
from ...bots.uno.features import features as in_uno
from ...bots.uno.hard import Hard as UnosHard
from ...bots.uno.knowledge import Knowledge as InUno
from ...bots.uno.weights import CROWD, DUEL, TEAMS
from ...rules.bruno.actions import Action as BrunosAction
from ...rules.game import Seat
from ...rules.uno.actions import Action as UnosAction
from ...rules.uno.view import View as UnosView


class Note(NamedTuple):
    """One decision: the features of the action taken, and what they were to be expected to be."""

    seat: Seat
    taken: Sequence[Feature]
    expected: Weights


class Notebook:
    """What one seat makes of features, and what all seats of a game decided, in their order."""

    def __init__(self, seat: Seat, weights: Weights, notes: list[Note]) -> None:
        self.seat = seat
        self.weights = weights
        self.notes = notes

    def decide(self, ways: Sequence[Sequence[Feature]], rng: Random) -> int:
        """The likelier the better it is thought to be."""
        worths = [weighted(self.weights, way) for way in ways]
        chances = [exp(worth - max(worths)) for worth in worths]
        (place,) = rng.choices(range(len(ways)), chances)
        self.notes.append(Note(self.seat, ways[place], _expected(ways, chances)))
        return place


def _expected(ways: Sequence[Sequence[Feature]], chances: Sequence[float]) -> Weights:
    found: defaultdict[str, float] = defaultdict(float)
    total = sum(chances)
    for way, chance in zip(ways, chances, strict=True):
        for name, value in way:
            found[name] += value * chance / total
    return found


class BrunosStudent(BrunosHard):
    def __init__(self, book: Notebook) -> None:
        super().__init__(book.weights)
        self.book = book

    def pick(self, known: InBruno, actions: Sequence[BrunosAction], rng: Random) -> BrunosAction:
        ways = [tuple(in_bruno(known, action)) for action in actions]
        return actions[self.book.decide(ways, rng)]


class UnosStudent(UnosHard):
    def __init__(self, book: Notebook) -> None:
        super().__init__({})
        self.book = book

    def pick(
        self, view: UnosView, known: InUno, layable: Sequence[UnosAction], rng: Random
    ) -> UnosAction:
        if len(layable) == 1:
            return layable[0]
        ways = [tuple(in_uno(view, known, action)) for action in layable]
        return layable[self.book.decide(ways, rng)]


class School(NamedTuple):
    """Where a situation is learnt."""

    kind: str
    seats: int
    config: str
    student: Any


SCHOOLS: Final = {
    "bruno": {ANY: School("bruno", 4, "", BrunosStudent)},
    "uno": {
        DUEL: School("uno", 2, "", UnosStudent),
        CROWD: School("uno", 4, "", UnosStudent),
        TEAMS: School("uno", 4, '{"teams": true}', UnosStudent),
    },
}
