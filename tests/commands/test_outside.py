"""Bots from outside at the simulation's tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management.base import CommandError

from tests.kit.commands import run

LAST = "def choose(view, actions, rng):\n    return actions[-1]\n"


def played(bots: str) -> str:
    return run("simulate", "uno", "--ladder", bots, "--games", 2, "--seed", "tests")


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(LAST)
    return path


def test_a_file_with_a_function_sits_down_like_any_bot(bot: Path) -> None:
    assert f"4 games of the ladder {bot},random on 2 seats" in played(f"{bot},random")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("choice = 1", "has no function “choose(view, actions, rng)”"),
        ("import no_such_thing", "cannot be run: No module named 'no_such_thing'"),
        ("def choose(:", "cannot be run"),
    ],
)
def test_a_file_that_is_no_bot_is_refused_with_a_sentence(
    bot: Path, text: str, sentence: str
) -> None:
    bot.write_text(text)
    with pytest.raises(CommandError, match="mine.py") as refused:
        played(f"{bot},random")
    assert sentence in str(refused.value)


def test_so_is_a_file_that_is_not_there(bot: Path) -> None:
    with pytest.raises(CommandError, match="Cannot read .*none.py: No such file or directory."):
        played(f"{bot.with_name('none.py')},random")
