"""P22: games as they were once played, never edited. Each still replays, whatever its version."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules import kinds
from games.rules.record import Record
from games.rules.replay import Fault, check

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


def recorded(path: Path) -> Record:
    return Record.from_json(path.read_text())


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_p22_a_recorded_game_replays_to_its_result(path: Path) -> None:
    verdict = check(recorded(path))
    assert verdict.finished and verdict.dealt_by_seed


def test_p22_there_is_a_game_of_every_version_of_every_kind() -> None:
    versions = {(record.game, record.rules) for record in map(recorded, GOLDEN)}
    assert versions == {
        (kind, version)
        for kind, rules in kinds().items()
        for version in range(1, rules.META.version + 1)
    }


def test_u15_five_misplays_in_a_row_are_a_game_of_version_1_alone() -> None:
    path = Path(__file__).parent / "golden/uno-version-1.json"
    newer = Record.from_json(path.read_text().replace('"rules": 1', '"rules": 2'))
    with pytest.raises(Fault, match="does not fit") as fault:
        check(newer)
    assert fault.value.move == 8
