"""Whole games as they were once played: every move must still be legal and end the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rules import bruno
from games.rules.game import DEALER, Result

GOLDEN = sorted((Path(__file__).parent / "golden").glob("bruno-*.json"))


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_a_recorded_game_replays_to_its_result(path: Path) -> None:
    record = json.loads(path.read_text())
    seed = bytes.fromhex(record["seed"])
    state = bruno.new(record["config"], len(record["seats"]))
    for move in record["moves"]:
        seat = DEALER if move["seat"] is None else move["seat"]
        action = bruno.parse(move["action"])
        if seat == DEALER:
            assert action == bruno.deal(state, seed)
        state = bruno.apply(state, seat, action)
    expected = record["result"]
    assert bruno.result(state) == Result(tuple(expected["winners"]), tuple(expected["scores"]))


def test_there_are_recorded_games() -> None:
    assert len(GOLDEN) >= 2
