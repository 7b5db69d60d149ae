"""What Briscalone's bots bid: final ranks and targets, calls an auction, and how the rounds ended.

python -m bench.auctions                     every level, 200 games of five rounds
python -m bench.auctions --level hard --games 40
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field

from games.bots import offered
from games.lab.simulation import Game, game_seed, planned
from games.lab.statistics import estimate, percentile
from games.rules import briscalone
from games.rules.briscalone.cards import RANKS
from games.rules.game import Refused

SEED = "auctions"
SEATS = 5


@dataclass
class Auctions:
    ranks: Counter[str] = field(default_factory=Counter)
    targets: Counter[int] = field(default_factory=Counter)
    calls: list[int] = field(default_factory=list)
    won: list[float] = field(default_factory=list)

    def note(self, game: Game) -> None:
        words = [str(action).split()[0] for _seat, action in game.log]
        calls = 0
        for word in words:
            calls += word in ("bid", "raise", "pass")
            if word == "call":
                self.calls.append(calls)
                calls = 0
        state = briscalone.new(game.plan.config, SEATS)
        for seat, action in game.log:
            state = briscalone.apply(state, seat, action)
        for result in state.results:
            self.ranks[RANKS[result.rank]] += 1
            self.targets[result.target] += 1
            self.won.append(float(result.reached))


def heard(level: str, games: int) -> Auctions:
    plan = planned("briscalone", [level] * SEATS, SEED)
    auctions = Auctions()
    for number in range(games):
        game = Game(plan, plan.bots, game_seed(plan.seed, number))
        game.play()
        auctions.note(game)
    return auctions


def report(level: str, games: int) -> str:
    found = heard(level, games)
    rounds = len(found.calls)
    ranks = "  ".join(f"{rank} {found.ranks[rank] / rounds:.0%}" for rank in reversed(RANKS))
    targets = "  ".join(f"{t} {n / rounds:.0%}" for t, n in sorted(found.targets.items()))
    calls = f"calls: median {percentile(found.calls, 50)}, p95 {percentile(found.calls, 95)}"
    won = estimate(found.won).written(1, scale=100, unit=" %")
    return f"{level}: {rounds} rounds; the bidder's side won {won}\n{ranks}\n{targets}\n{calls}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="What Briscalone's bots bid.")
    parser.add_argument("--level", help="or a Python file with a bot; else every level")
    parser.add_argument("--games", type=int, default=200, help="of five rounds each")
    given = parser.parse_args()
    levels = [bot.level for bot in offered("briscalone")]
    try:
        for level in [given.level] if given.level else levels:
            print(report(level, given.games), flush=True)
    except Refused as reason:
        parser.error(str(reason))


if __name__ == "__main__":
    main()
