"""Every way of playing UNO, simulated with its trace: all of it holds, and happens twice alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from games.lab.simulation import Plan, configured, planned, play_deal
from games.rules import rules_of
from games.rules.record import Record
from games.rules.replay import check

META = rules_of("uno").META
BOTS = ("random", "easy", "medium", "hard", "random", "hard")
GAMES = 5
VARIANTS = (
    {"challenge": False},
    {"no_misplay_penalty": True},
    {"stack_mixed": True},
    {"stack_skips": True},
    {"target_score": 100},
)


def ways() -> Iterator[tuple[str, int]]:
    """What is typed after --config, and how many sit there."""
    for config in (*META.presets, *map(json.dumps, VARIANTS)):
        for seats in META.seats:
            yield config, seats
    yield '{"teams": true}', 4


def plan(config: str, seats: int) -> Plan:
    return planned("uno", BOTS[:seats], f"{config}, {seats}", config, recorded=True, traced=True)


def records(config: str, seats: int) -> list[str]:
    plays = (play_deal(plan(config, seats), number) for number in range(GAMES))
    return [record for deal in plays for record in deal.records]


def test_these_are_all_presets_and_all_numbers_of_seats() -> None:
    assert set(META.presets) == {"STANDARD", "QUICK", "CASUAL", "COMPETITIVE"}
    assert len(list(ways())) == (4 + 5) * 5 + 1
    assert {seats for _config, seats in ways()} == {2, 3, 4, 5, 6}


@pytest.mark.parametrize(("config", "seats"), list(ways()))
def test_whatever_is_agreed_the_records_hold_and_come_out_the_same(config: str, seats: int) -> None:
    lines = records(config, seats)
    assert len(set(lines)) == GAMES
    assert records(config, seats) == lines
    for record in map(Record.from_json, lines):
        assert record.config == configured(META, config)
        assert tuple(sitter.name for sitter in record.seats) == BOTS[:seats]
        assert all(move.to_act is not None and move.legal is not None for move in record.moves)
        verdict = check(record)
        assert verdict.finished and verdict.dealt_by_seed


def test_the_order_in_which_python_keeps_a_set_decides_nothing(tmp_path: Path) -> None:
    """It differs from process to process."""
    one, other = (simulated(tmp_path / order, order) for order in "12")
    assert one == other
    assert one.count(b"\n") == 4


def simulated(path: Path, order: str) -> bytes:
    words = "simulate uno --seats easy,medium,hard,random --games 4 --seed alike --trace --out"
    subprocess.run(
        [sys.executable, "manage.py", *words.split(), path],
        cwd=settings.BASE_DIR,
        env=os.environ | {"PYTHONHASHSEED": order},
        check=True,
        capture_output=True,
    )
    return path.read_bytes()
