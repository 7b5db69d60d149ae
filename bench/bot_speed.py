"""How long a bot thinks: processor time of each decision in simulated games.

    python -m bench.bot_speed               every kind at its largest table, every level
    python -m bench.bot_speed --games 50

All seats of a table have the same level. A decision is a choice among several actions from what
the seat sees; where there is only one, nobody is asked.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any

from games.bots import Choose, offered
from games.lab.simulation import Game, game_seed, planned
from games.rules import kinds

SEED = "how long a bot thinks"


class Timed:
    """A bot with a stop-watch."""

    def __init__(self, choose: Choose, times: list[float]) -> None:
        self.choose = choose
        self.times = times

    def __call__(self, view: Any, actions: Sequence[Any], luck: Random) -> Any:
        begin = process_time()
        action = self.choose(view, actions, luck)
        self.times.append(process_time() - begin)
        return action


def decisions(kind: str, level: str, games: int) -> list[float]:
    """The seconds each of them took, the shortest first."""
    plan = planned(kind, [level] * kinds()[kind].META.seats[-1], SEED)
    times: list[float] = []
    for number in range(games):
        game = Game(plan, plan.bots, game_seed(plan.seed, number))
        game.chooses = [Timed(choose, times) for choose in game.chooses]
        game.play()
    return sorted(times)


def share(times: Sequence[float], part: float) -> float:
    """In milliseconds, what this part of the decisions did not exceed."""
    return times[min(len(times) - 1, int(len(times) * part))] * 1000


def report(kind: str, level: str, games: int) -> str:
    times = decisions(kind, level, games)
    shares = "".join(f"{share(times, part):10.2f}" for part in (0.5, 0.99, 1))
    return f"{kind:12}{level:8}{len(times):10,}{shares}"


def main() -> None:
    parser = argparse.ArgumentParser(description="How long a bot thinks.")
    parser.add_argument("--games", type=int, default=20, help="for each kind and level")
    games = parser.parse_args().games
    print(f"{'':20}{'decisions':>10}{'p50 ms':>10}{'p99 ms':>10}{'longest':>10}")
    for kind in kinds():
        for bot in offered(kind):
            print(report(kind, bot.level, games), flush=True)
    print("load average over 1, 5 and 15 minutes:", *(f"{load:.1f}" for load in os.getloadavg()))


if __name__ == "__main__":
    main()
