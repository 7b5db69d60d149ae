"""A bot that teaches itself UNO for two in two minutes. It has a row of weights for every action;
what a winner did is made likelier, what a loser did less likely. It needs the extra `lab`.

    python -m scripts.little_learner
    python manage.py simulate uno --ladder scripts/little_learner.py,easy --games 300 --seed 1
"""

from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from games.lab.observing import code_of, numbered, observed

KIND, RATE = "uno", 0.02
FILE = Path("build/little_learner.npy")


def small(row: Any) -> Any:
    return row / (1 + np.abs(row).sum() ** 0.5)


WEIGHTS: Any = np.load(FILE) if FILE.exists() else None


def choose(view: Any, actions: Any, rng: Any) -> Any:
    legal = numbered(KIND, [action for action in actions if action is not None])
    if not legal:
        return None  # nothing to say out of turn
    row = small(observed(KIND, view))
    return legal[max(legal, key=lambda number: WEIGHTS[number] @ row)]


def train(seconds: float = 120) -> None:
    from games.lab.env import Table

    table, rng, games = Table(KIND), np.random.default_rng(1), 0
    inputs = observed(KIND, table.rules.view(table.state_, 0)).size
    weights, until = np.zeros((len(code_of(KIND).actions), inputs)), process_time() + seconds
    while process_time() < until:
        table.reset(seed=(games := games + 1))
        moves = []
        while not any(table.terminations.values()):
            seat = table.agent_selection
            seen = table.observe(seat)
            row, legal = small(seen["observation"]), np.flatnonzero(seen["action_mask"])
            chances = np.exp(weights[legal] @ row)
            chances /= chances.sum()
            taken = rng.choice(len(legal), p=chances)
            moves.append((seat, row, legal, (np.arange(len(legal)) == taken) - chances))
            table.step(int(legal[taken]))
        for seat, row, legal, slope in moves:
            weights[legal] += RATE * table.rewards[seat] * np.outer(slope, row)
    FILE.parent.mkdir(exist_ok=True)
    np.save(FILE, weights)
    print(f"{games} games, and what was learnt is in {FILE}.")


if __name__ == "__main__":
    train()
