"""How a bot that weighs features finds its weights: by playing itself, lesson after lesson.

A lesson is some games with the weights of the last one. Two things are fitted to them by least
squares: what features are worth, to λ-returns; and by how much the action taken did better than was
to be expected, to its features less those to be expected. That is the natural gradient of the
choice, and the weights are moved along it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ...bots.linear import Feature, Weights, weighted
from ...rules.game import Seat
from ..simulation import Game, configured, game_seed, meta_of, planned
from .fitting import Fit
from .students import Note, Notebook, School

ALWAYS: Final = ""  # the feature that every action has
DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Course:
    """What is to be learnt, and how. The same course gives the same weights."""

    seed: int
    lessons: int
    decisions: int = 20_000  # of a lesson, at least: the last game is played to its end
    trace: float = 0.9
    stride: float = 8.0
    ridge: float = 20.0


class Learning:
    """The lessons of one situation."""

    def __init__(self, school: School, course: Course) -> None:
        self.school, self.course = school, course
        self.plan = planned(school.kind, ["hard"] * school.seats, str(course.seed), school.config)
        meta = meta_of(school.kind)
        self.sides = meta.teams(configured(meta, school.config), school.seats)
        self.worth: Weights = {}
        self.kept: list[Weights] = []  # the weights after each lesson

    @property
    def weights(self) -> Weights:
        return self.kept[-1] if self.kept else {}

    @property
    def is_done(self) -> bool:
        return len(self.kept) >= self.course.lessons

    def lesson(self) -> None:
        worth, gain, ridge = Fit(), Fit(), self.course.ridge
        for note, back in self._heard():
            expected = weighted(self.worth, _always(note.expected.items()).items())
            worth.add(_always(note.taken), back)
            gain.add(_beyond(note), back - expected)
        self.worth, slope = worth.solved(ridge), gain.solved(ridge)
        stride = self.course.stride
        moved = {name: self.weights.get(name, 0.0) + stride * slope[name] for name in slope}
        self.kept.append({**self.weights, **moved})

    def _heard(self) -> Iterator[tuple[Note, float]]:
        """The decisions of one lesson, and what came of each."""
        game = decisions = 0
        while decisions < self.course.decisions:
            notes, outcomes = self._played(f"{self.plan.seed}:{len(self.kept)}", game)
            yield from self._returns(notes, outcomes)
            game, decisions = game + 1, decisions + len(notes)

    def _played(self, lesson: str, number: int) -> tuple[list[Note], list[float]]:
        notes: list[Note] = []
        game = Game(self.plan, self.plan.bots, game_seed(lesson, number))
        books = [Notebook(seat, self.weights, notes) for seat in range(self.school.seats)]
        game.chooses = [self.school.student(book) for book in books]
        winners = game.play().result.winners
        return notes, [_outcome(side, winners) for side in self.sides]

    def _returns(
        self, notes: Sequence[Note], outcomes: Sequence[float]
    ) -> Iterator[tuple[Note, float]]:
        """From the last decision back. What is good for one of two sides is bad for the other."""
        after, trace = list(outcomes), self.course.trace
        for note in reversed(notes):
            side = next(n for n, seats in enumerate(self.sides) if note.seat in seats)
            yield note, after[side]
            worth = weighted(self.worth, _always(note.taken).items())
            after[side] = trace * after[side] + (1 - trace) * worth
            if len(after) == 2:
                after[1 - side] = -after[side]

    def found(self) -> Weights:
        """The mean over the later half of the lessons, in which luck changes more than learning."""
        half = self.kept[len(self.kept) // 2 :]
        means = {
            name: round(sum(weights.get(name, 0.0) for weights in half) / len(half), DIGITS)
            for name in sorted(half[-1])
        }
        return {name: mean for name, mean in means.items() if mean}


def _outcome(side: Sequence[Seat], winners: Sequence[Seat]) -> float:
    if not winners:
        return 0.0
    return 1.0 if any(seat in winners for seat in side) else -1.0


def _always(features: Iterable[Feature]) -> Mapping[str, float]:
    """With the one that every action has; a feature may be told twice."""
    row = {ALWAYS: 1.0}
    for name, value in features:
        row[name] = row.get(name, 0.0) + value
    return row


def _beyond(note: Note) -> Mapping[str, float]:
    """What the action taken has more than was to be expected, and what less."""
    row = {name: -value for name, value in note.expected.items()}
    for name, value in note.taken:
        row[name] += value
    return row
