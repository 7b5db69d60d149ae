"""P22: games as they were once played, never edited. Each still replays, whatever its version."""

from __future__ import annotations

import lzma
from hashlib import sha256
from pathlib import Path

import pytest

from games.rules import kinds
from games.rules.record import Record
from games.rules.replay import Fault, check

CORPUS = sorted((Path(__file__).parent / "golden").glob("*.jsonl.xz"))
AT_LEAST = 50  # games of bots, as `simulate --seed golden` played them when it was released
GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))
DIGESTS = sorted((Path(__file__).parent / "golden").glob("*.sha256"))


def recorded(path: Path) -> Record:
    return Record.from_json(path.read_text())


@pytest.mark.parametrize("path", CORPUS, ids=[path.name for path in CORPUS])
def test_p22_a_whole_corpus_replays(path: Path) -> None:
    with lzma.open(path, "rt") as lines:
        records = [Record.from_json(line) for line in set(lines)]
    assert len(records) >= AT_LEAST
    assert {(record.game, record.rules) for record in records} == {version_of(path)}
    assert all(check(record).finished for record in records)


def test_p22_what_was_recorded_is_never_edited() -> None:
    """A game that was recorded anew would replay by whatever the rules have become. A new version
    adds its lines, as `sha256sum` writes them."""
    lines = [line for path in DIGESTS for line in path.read_text().splitlines()]
    known = [line.split("  ") for line in lines]
    found = [[sha256(path.read_bytes()).hexdigest(), path.name] for path in (*GOLDEN, *CORPUS)]
    assert sorted(known) == sorted(found)


def version_of(path: Path) -> tuple[str, int]:
    kind, _word, version = path.name.partition(".")[0].split("-")
    return kind, int(version)


def every_version() -> set[tuple[str, int]]:
    return {
        (kind, version)
        for kind, rules in kinds().items()
        for version in range(1, rules.META.version + 1)
    }


def test_p22_there_is_a_corpus_of_every_version_of_every_kind() -> None:
    assert set(map(version_of, CORPUS)) == every_version()


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_p22_a_recorded_game_replays_to_its_result(path: Path) -> None:
    verdict = check(recorded(path))
    assert verdict.finished and verdict.dealt_by_seed


def test_p22_there_is_a_game_of_every_version_of_every_kind() -> None:
    assert {(record.game, record.rules) for record in map(recorded, GOLDEN)} == every_version()


def test_u15_five_misplays_in_a_row_are_a_game_of_version_1_alone() -> None:
    path = Path(__file__).parent / "golden/uno-version-1.json"
    newer = Record.from_json(path.read_text().replace('"rules": 1', '"rules": 2'))
    with pytest.raises(Fault, match="does not fit") as fault:
        check(newer)
    assert fault.value.move == 8
