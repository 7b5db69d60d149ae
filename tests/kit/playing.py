"""Whole games by the public protocol, whatever the kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from games.rules import rules_of
from games.rules.game import DEALER, AnyRules, Config, Seat

Choose = Callable[[Sequence[Any], Random], Any]


class Step(NamedTuple):
    before: Any
    seat: Seat
    action: Any
    after: Any


def seed_of(text: str) -> bytes:
    return sha256(text.encode()).digest()


def at_random(actions: Sequence[Any], rng: Random) -> Any:
    return rng.choice(actions)


def steps(
    rules: AnyRules, config: Config, seats: int, name: str, choose: Choose = at_random
) -> Iterator[Step]:
    """A game, of which the name decides everything: the deals and the choices."""
    rng = Random(name)
    state = rules.new(config, seats)
    while awaited := rules.to_act(state):
        seat = awaited[0]
        if seat == DEALER:
            action = rules.deal(state, seed_of(name))
        else:
            action = choose(rules.legal_actions(state, seat), rng)
        after = rules.apply(state, seat, action)
        yield Step(state, seat, action, after)
        state = after


def log_of(game: Iterator[Step]) -> list[tuple[Seat, str]]:
    return [(step.seat, str(step.action)) for step in game]


def fold(kind: str, config: Config, seats: int, log: Sequence[tuple[Seat, str]]) -> Iterator[Any]:
    """Every state of a game that is known only by its log."""
    rules = rules_of(kind)
    state = rules.new(config, seats)
    yield state
    for seat, text in log:
        state = rules.apply(state, seat, rules.parse(text))
        yield state
