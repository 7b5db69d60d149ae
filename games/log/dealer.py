"""What the dealer does by itself. Every shuffle is a move, and named in the log."""

from __future__ import annotations

from ..rules.game import DEALER, AnyRules
from .position import Position
from .states import Step, seed_of


def followed(before: Position, step: Step) -> list[Step]:
    """The step, and what the dealer does next, who waits where people want to look."""
    rules = before.rules
    if rules.to_act(step.state) != (DEALER,) or rules.rests(step.state):
        return [step]
    return [step, *dealt(rules, step, seed_of(before.game.pk))]


def dealt(rules: AnyRules, last: Step, seed: bytes) -> list[Step]:
    """What the dealer does until somebody else is to act or a rest begins."""
    steps: list[Step] = []
    while rules.to_act(last.state) == (DEALER,) and not (steps and rules.rests(last.state)):
        action = rules.deal(last.state, seed)
        state = rules.apply(last.state, DEALER, action)
        last = Step(last.seq + 1, DEALER, str(action), "", state)
        steps.append(last)
    return steps
