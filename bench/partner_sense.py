"""Plays that people would call foolish, counted in simulated games of one bot in all seats.

    python -m bench.partner_sense                    expert, 200 games
    python -m bench.partner_sense --level hard --games 500
    python -m bench.partner_sense --tactless         the expert as its network alone would play

Counted are decisions where another action was open:

- a 3 onto a partner who must collect: from the open cards and what everyone knows of its hand it is
  sure that the partner cannot answer;
- a 10 that takes away a win: the partner has one card left, which can answer the demand;
- a 9 into the partner's empty hand: it has only open cards left, and none of them answers.

What the team cannot know is not held against it: everything is judged from the seat's own view.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from games.bots import Choose, bot
from games.bots.bruno.folly import folly
from games.bots.bruno.knowledge import knowledge
from games.bots.bruno.learned import Learned
from games.bots.bruno.learned.net import worths
from games.bots.bruno.learned.weights import Weights
from games.lab.simulation import Game, game_seed, planned

SEED = "partner sense"


class Watched:
    """A bot, and what it did that was foolish though it had a choice."""

    def __init__(self, choose: Choose, follies: Counter[str]) -> None:
        self.choose = choose
        self.follies = follies

    def __call__(self, view: Any, actions: Sequence[Any], luck: Random) -> Any:
        action = self.choose(view, actions, luck)
        known = knowledge(view)
        self.follies["decisions"] += 1
        found = folly(known, action)
        if found and any(folly(known, other) is None for other in actions):
            self.follies[found] += 1
        return action


def by_worth_alone(weights: Weights, view: Any, actions: Sequence[Any], luck: Random) -> Any:
    return actions[int(worths(weights, view, actions).argmax())]


def counted(choose: Choose, games: int) -> Counter[str]:
    plan = planned("bruno", ["expert"] * 4, SEED)
    follies: Counter[str] = Counter()
    for number in range(games):
        game = Game(plan, plan.bots, game_seed(plan.seed, number))
        game.chooses = [Watched(choose, follies) for _ in plan.bots]
        game.play()
    return follies


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays that people would call foolish.")
    parser.add_argument("--level", default="expert")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tactless", action="store_true", help="the expert's network by itself")
    given = parser.parse_args()
    choose = Learned(by_worth_alone) if given.tactless else bot("bruno", given.level)
    follies = counted(choose, given.games)
    decisions = follies.pop("decisions")
    who = "tactless" if given.tactless else given.level
    print(f"{who}: {decisions:,} decisions in {given.games} games; per 1,000:")
    for name, number in sorted(follies.items()):
        print(f"{number / decisions * 1000:8.2f}   {name} ({number})")


if __name__ == "__main__":
    main()
