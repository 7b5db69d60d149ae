"""A game is a folder: one that nobody here has heard of is put in, and everything works.

`tests/kit/fourth/` holds what docs/adding-a-game.md asks for, each file where it belongs. It is
laid over a copy of the repository, and there the tests of every game run on this one.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import NamedTuple

import pytest

from tests.kit.browser.chromium import find_chromium
from tests.kit.repository import FOURTH, LEFT_ALONE, ROOT

KIND = "lowest"
OF_EVERY_GAME = {
    "tests/games/table/test_others_eyes.py",
    "tests/games/table/test_plates.py",
    "tests/games/table/test_secrecy.py",
    "tests/lobby/test_agreements.py",
    "tests/lobby/test_invitation.py",
    "tests/lobby/test_offers.py",
    "tests/rules/test_contract.py",
    "tests/rules/test_golden.py",
    "tests/rules/test_law.py",
    "tests/rules/test_lowest.py",
    "tests/rules/test_refusals.py",
    "tests/rules/test_rooms.py",
    "tests/rules/test_types.py",
    "tests/site/test_styles.py",
    "tests/test_architecture.py",
    "tests/test_docs.py",
}
IN_BROWSERS = {"tests/e2e/test_lowest.py"}
# These ask about all games at once, so their names do not tell which.
OF_ALL_AT_ONCE = ("test_offers", "test_styles", "p22", "p18", "p4_two_worlds", "p4_what_a_seat")
# Nothing depends on how the tests that start these were started themselves.
NOT_HANDED_ON = ("DATABASE_URL", "REDIS_URL", "BRUNO_TEST_SERVICES", "PYTEST_ADDOPTS")


class Run(NamedTuple):
    process: subprocess.Popen[bytes]
    log: Path

    def passed(self) -> set[str]:
        """The modules of which a test has passed, when all have ended and none has failed."""
        failed, said = self.process.wait() != 0, self.log.read_text()
        assert not failed, said[-6000:]
        assert re.search(r"=+ [1-9]\d* passed(, \d+ deselected)? in ", said), said[-2000:]
        return set(re.findall(r"^(\S+\.py)::.+ PASSED", said, re.MULTILINE))


class Runs(NamedTuple):
    of_every_game: Run
    in_browsers: Run


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    """Both at once, in the repository with four games."""
    folder = tmp_path_factory.mktemp("fourth")
    copy = four_games(folder / "four games")
    runs = Runs(
        run(copy, folder / "every.log", OF_EVERY_GAME),
        run(copy, folder / "browsers.log", IN_BROWSERS),
    )
    yield runs
    for each in runs:
        each.process.kill()
        each.process.wait()


def four_games(copy: Path) -> Path:
    ignored = ignore_patterns(*LEFT_ALONE, "*_cache", "__pycache__")
    copytree(ROOT, copy, ignore=ignored)
    return Path(copytree(FOURTH, copy, ignore=ignored, dirs_exist_ok=True))


def run(copy: Path, log: Path, tests: set[str]) -> Run:
    words = " or ".join((KIND, *OF_ALL_AT_ONCE))
    command = (sys.executable, "-m", "pytest", "-v", "-k", words, *sorted(tests))
    plain = {name: value for name, value in os.environ.items() if name not in NOT_HANDED_ON}
    with log.open("wb") as said:
        process = subprocess.Popen(
            command, cwd=copy, env=plain, stdout=said, stderr=subprocess.STDOUT
        )
    return Run(process, log)


def test_a_fourth_game_passes_the_tests_of_every_game(runs: Runs) -> None:
    assert runs.of_every_game.passed() == OF_EVERY_GAME


@pytest.mark.browser
def test_a_fourth_game_is_opened_and_played_in_browsers(runs: Runs) -> None:
    find_chromium()
    assert runs.in_browsers.passed() == IN_BROWSERS
