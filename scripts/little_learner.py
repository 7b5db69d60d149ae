"""A bot that teaches itself UNO for two in two minutes. It has a row of weights for every action;
what a winner did is made likelier, what a loser did less likely. It needs the extra `lab`.

    python -m scripts.little_learner
    python manage.py simulate uno --ladder scripts/little_learner.py,easy --games 300 --seed 1
"""

from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from games.lab.env import Table
from games.lab.observing import numbered, observed

KIND, RATE, FILE = "uno", 0.02, Path("build/little_learner.npy")
WEIGHTS: Any = np.load(FILE) if FILE.exists() else None


def choose(view: Any, actions: Any, rng: Any) -> Any:
    legal = numbered(KIND, [action for action in actions if action is not None])
    row = observed(KIND, view)
    return legal[max(legal, key=lambda number: WEIGHTS[number] @ row)] if legal else None


def train(seconds: float = 120) -> None:
    table: Any = Table(KIND)
    rng, until = np.random.default_rng(1), process_time() + seconds
    inputs = table.observation_space("seat_0")["observation"].shape[0]
    weights = np.zeros((table.action_space("seat_0").n, inputs))
    while process_time() < until:
        table.reset(seed=int(rng.integers(2**32)))
        moves = []
        while not any(table.terminations.values()):
            seen = table.observe(seat := table.agent_selection)
            row, legal = seen["observation"], np.flatnonzero(seen["action_mask"])
            row = row / (1 + np.abs(row).sum() ** 0.5)
            chances = np.exp(weights[legal] @ row)
            chances /= chances.sum()
            taken = rng.choice(len(legal), p=chances)
            moves.append((seat, row, legal, (np.arange(len(legal)) == taken) - chances))
            table.step(int(legal[taken]))
        for seat, row, legal, slope in moves:
            weights[legal] += RATE * table.rewards[seat] * np.outer(slope, row)
    FILE.parent.mkdir(exist_ok=True)
    np.save(FILE, weights)


if __name__ == "__main__":
    train()
