"""A game is a folder: one that nobody here has heard of is put in, and everything works.

`tests/kit/fourth/` holds what docs/adding-a-game.md asks for, each file where it belongs. It is
laid over a copy of the repository, and there the tests of every game run on this one.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

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
    "tests/lobby/test_lowest_tables.py",
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


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The repository with four games."""
    return four_games(tmp_path / "four games")


def four_games(copy: Path) -> Path:
    ignored = ignore_patterns(*LEFT_ALONE, "*_cache", "__pycache__")
    copytree(ROOT, copy, ignore=ignored)
    return Path(copytree(FOURTH, copy, ignore=ignored, dirs_exist_ok=True))


def passed(copy: Path, tests: set[str]) -> set[str]:
    """The modules of which a test has passed, when all have ended and none has failed."""
    words = " or ".join((KIND, *OF_ALL_AT_ONCE))
    command = (sys.executable, "-m", "pytest", "-v", "-k", words, *sorted(tests))
    plain = {name: value for name, value in os.environ.items() if name not in NOT_HANDED_ON}
    run = subprocess.run(
        command, cwd=copy, env=plain, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert run.returncode == 0, run.stdout[-6000:]
    assert re.search(r"=+ [1-9]\d* passed(, \d+ deselected)? in ", run.stdout), run.stdout[-2000:]
    return set(re.findall(r"^(\S+\.py)::.+ PASSED", run.stdout, re.MULTILINE))


def test_a_fourth_game_passes_the_tests_of_every_game(copy: Path) -> None:
    assert passed(copy, OF_EVERY_GAME) == OF_EVERY_GAME


@pytest.mark.browser
def test_a_fourth_game_is_opened_and_played_in_browsers(copy: Path) -> None:
    find_chromium()
    assert passed(copy, IN_BROWSERS) == IN_BROWSERS
