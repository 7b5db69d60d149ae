"""Plays that people would call foolish, counted in simulated games of one bot in all seats.

    python -m bench.partner_sense                    expert, 200 games
    python -m bench.partner_sense --level hard --games 500

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

from games.bots import Choose
from games.bots.bruno.folly import folly
from games.bots.bruno.knowledge import knowledge
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


def counted(level: str, games: int) -> Counter[str]:
    plan = planned("bruno", [level] * 4, SEED)
    follies: Counter[str] = Counter()
    for number in range(games):
        game = Game(plan, plan.bots, game_seed(plan.seed, number))
        game.chooses = [Watched(choose, follies) for choose in game.chooses]
        game.play()
    return follies


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays that people would call foolish.")
    parser.add_argument("--level", default="expert")
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    follies = counted(given.level, given.games)
    decisions = follies.pop("decisions")
    print(f"{given.level}: {decisions:,} decisions in {given.games} games; per 1,000:")
    for name, number in sorted(follies.items()):
        print(f"{number / decisions * 1000:8.2f}   {name} ({number})")


if __name__ == "__main__":
    main()
