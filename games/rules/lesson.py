"""A first lesson in a game: a game on paper that somebody plays along with, and what is said.

A kind that teaches itself has a module `lesson` with a `LESSON`. Whoever learns sits at the first
seat. What is said of a position comes with claims, by which a test finds out when it is no longer
true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from itertools import starmap
from typing import Any, Final, NamedTuple

from . import kinds, rules_of
from .game import DEALER, AnyRules, Config, IllegalAction, Seat
from .record import Move, Record, Sitter
from .words import Phrase

LEARNER: Final[Seat] = 0


class Moved(NamedTuple):
    """What somebody else does, or the dealer."""

    seat: Seat
    action: str


class At(NamedTuple):
    """A position, for whoever asks whether something is true of it."""

    rules: AnyRules
    state: Any
    before: tuple[tuple[Any, Moved], ...] = ()  # what was done so far, and where


Claim = Callable[[At], bool]


class Said(NamedTuple):
    """Something to read before the game goes on; `about` is the id of what is meant."""

    phrase: Phrase
    about: str = ""
    claims: tuple[Claim, ...] = ()


class Asked(NamedTuple):
    """One decision of the learner, and what is said to another that the rules allow. `about` is
    what to press first: the id of a card, or the action itself where a button does it."""

    phrase: Phrase
    action: str
    about: str
    otherwise: Phrase
    claims: tuple[Claim, ...] = ()


class Stop(NamedTuple):
    """Where the lesson waits for the learner: after so many moves."""

    at: int
    said: Said | Asked

    @property
    def asked(self) -> Asked | None:
        return self.said if isinstance(self.said, Asked) else None


class Moment(NamedTuple):
    """A position that is looked at: where the lesson waits, or on the way there."""

    at: int
    place: int  # of the stop among all


@dataclass(frozen=True)
class Lesson:
    kind: str
    names: tuple[str, ...]
    script: tuple[Moved | Said | Asked, ...]
    config: Config = field(default_factory=dict)

    @cached_property
    def stops(self) -> tuple[Stop, ...]:
        return tuple(self._stops())

    def _stops(self) -> Iterator[Stop]:
        at = 0
        for each in self.script:
            if not isinstance(each, Moved):
                yield Stop(at, each)
            at += not isinstance(each, Said)

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """Each move on the way to a stop has one, together with what the dealer does after it."""
        return tuple(self._moments())

    def _moments(self) -> Iterator[Moment]:
        before = self.stops[0].at
        for place, stop in enumerate(self.stops):
            for at in range(before + 1, stop.at):
                if self.moves[at].seat != DEALER:
                    yield Moment(at, place)
            yield Moment(stop.at, place)
            before = stop.at

    @cached_property
    def waits(self) -> tuple[int, ...]:
        """The numbers of the moments at which the lesson waits, stop by stop."""
        return tuple(n for n, it in enumerate(self.moments) if it.at == self.stops[it.place].at)

    @cached_property
    def moves(self) -> tuple[Moved, ...]:
        return tuple(
            Moved(LEARNER, each.action) if isinstance(each, Asked) else each
            for each in self.script
            if not isinstance(each, Said)
        )

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """From the table before the deal to the last. Raises IllegalAction."""
        rules = rules_of(self.kind)
        states = [rules.new(rules.META.configure(self.config), len(self.names))]
        for seat, action in self.moves:
            states.append(rules.apply(states[-1], seat, rules.parse(action)))
        return tuple(states)

    @cached_property
    def record(self) -> Record:
        rules = rules_of(self.kind)
        return Record(
            game=self.kind,
            rules=rules.META.version,
            config=rules.META.configure(self.config),
            seats=tuple(starmap(_sitter, enumerate(self.names))),
            server_seed=None,
            nonces=(),
            seed=None,
            moves=tuple(Move(seat, action) for seat, action in self.moves),
            result=rules.result(self.states[-1]),
        )


def _sitter(seat: Seat, name: str) -> Sitter:
    return Sitter(name, "human" if seat == LEARNER else "bot")


@cache
def lessons() -> Mapping[str, Lesson]:
    """By kind, in the order of the games."""
    names = {kind: f"{__package__}.{kind}.lesson" for kind in kinds()}
    return {kind: import_module(name).LESSON for kind, name in names.items() if find_spec(name)}


def dealt(cards: str) -> Moved:
    """The dealer's move. `cards` may be laid out in lines, as they are to be read."""
    return Moved(DEALER, " ".join(cards.split()))


# What can be claimed of a position.


def can(*actions: str) -> Claim:
    """The learner may do each of these."""
    return lambda at: all(action in _legal(at) for action in actions)


def only(*actions: str) -> Claim:
    """The learner may do these and nothing else."""
    return lambda at: _legal(at) == set(actions)


def may_not(action: str) -> Claim:
    """It is not among what the learner may do."""
    return lambda at: action not in _legal(at)


def cannot(action: str, code: str) -> Claim:
    """The learner is refused it, for this reason."""

    def claim(at: At) -> bool:
        try:
            at.rules.apply(at.state, LEARNER, at.rules.parse(action))
        except IllegalAction as refusal:
            return refusal.code == code
        return False

    return claim


def did(action: str, when: Callable[[set[str]], bool] = bool) -> Claim:
    """The learner has done something that begins like this, having such a choice."""
    return lambda at: any(
        moved.seat == LEARNER
        and moved.action.startswith(action)
        and when(_legal(At(at.rules, state)))
        for state, moved in at.before
    )


def waits_for(seat: Seat) -> Claim:
    return lambda at: at.rules.to_act(at.state)[:1] == (seat,)


def seen(holds: Callable[[Any], bool]) -> Claim:
    """Something that the learner can see."""
    return lambda at: holds(at.rules.view(at.state, LEARNER))


def _legal(at: At) -> set[str]:
    return set(map(str, at.rules.legal_actions(at.state, LEARNER)))
