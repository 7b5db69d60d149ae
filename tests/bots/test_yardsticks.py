"""Bruno's older bots stay as they are: what the learned ones are measured against may not drift."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from games.lab.simulation import planned, play_deal

DEALS = 3
MOVES = {
    "greedy": "5089c341cdc620f1",
    "easy": "844adb58d1419c2b",
    "medium": "90cf0ac28d661a97",
    "hard": "92a3885a4c901aa9",
}


def digest(level: str) -> str:
    """Of all moves of some games by four bots of this level."""
    plan = planned("bruno", [level] * 4, "yardstick", recorded=True)
    records = [play_deal(plan, number).records[0] for number in range(DEALS)]
    moves = [json.loads(record)["moves"] for record in records]
    return sha256(json.dumps(moves).encode()).hexdigest()[:16]


@pytest.mark.parametrize("level", MOVES)
def test_a_yardstick_plays_as_it_did_when_the_figures_were_measured(level: str) -> None:
    assert digest(level) == MOVES[level]
