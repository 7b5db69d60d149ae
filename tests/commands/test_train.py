"""`manage.py train`: weights, a curve, and a sentence where it cannot be."""

from __future__ import annotations

import json
import os
from pathlib import Path
from shutil import which

import pytest
from django.core.management.base import CommandError

from games.bots.bruno.learned.weights import load
from games.lab.training import schooling, teaching, trainer
from games.lab.training.curve import drawn
from games.lab.training.kernel import compiler
from games.lab.training.learning import Course as Lessons
from games.lab.training.teaching import Point, Teaching
from games.lab.training.trainer import Course, Trainer
from games.rules.game import Refused
from tests.kit.commands import run

needs_a_compiler = pytest.mark.skipif(
    which(compiler()) is None and not os.environ.get("CI"), reason="no C compiler here"
)
SMALL = ("--seed", 3, "--width", 64, "--judge", 2)


@needs_a_compiler
def test_it_writes_weights_what_they_are_and_a_curve(tmp_path: Path) -> None:
    said = run("train", "bruno", "--minutes", 0.02, "--out", tmp_path / "new.npz", *SMALL)
    assert said.splitlines()[-1].startswith("    0.1 M decisions   error 0.0")
    assert load(tmp_path / "new.npz").first.shape[1] == 64
    facts = json.loads((tmp_path / "new.json").read_text())
    assert facts["training"]["seed"] == 3 and len(facts["curve"]) == len(said.splitlines())
    assert [each["share"] for each in facts["options"]] == list(trainer.SHARES.values())
    assert "<polyline" in (tmp_path / "new.svg").read_text()
    assert not (tmp_path / "new.part").exists()


@needs_a_compiler
def test_stopped_and_started_again_it_comes_to_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teaching, "POINTS", 2)
    course = Course(minutes=0.01, seed=4, width=64, batch=6_000)
    whole, stopped = tmp_path / "whole.npz", tmp_path / "stopped.npz"
    for _ in Teaching(Trainer(course), whole, 2):
        pass
    for point in Teaching(Trainer(course), stopped, 2):
        if point is not None:
            break
    again = Teaching(Trainer(course), stopped, 2)
    assert 0 < again.trainer.decisions < course.decisions and len(again.curve) == 1
    for _ in again:
        pass
    assert whole.read_bytes() == stopped.read_bytes()


@needs_a_compiler
def test_a_training_with_other_games_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = Trainer(Course(minutes=0.01, seed=4, width=64))
    begun.pause(tmp_path / "begun.part", [])
    assert begun.resume(tmp_path / "begun.part") == []
    monkeypatch.setattr(trainer, "SHARES", {(False, False, False): 1.0})
    with pytest.raises(Refused, match="begun as another training"):
        begun.resume(tmp_path / "begun.part")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--minutes", 0, "--seed", 1, "--out", "x.npz"), "must be positive numbers"),
        (("--minutes", 1, "--seed", -1, "--out", "x.npz"), "must be positive numbers"),
        (("--minutes", "nan", "--seed", 1, "--out", "x.npz"), "must be positive numbers"),
        (("--minutes", 1, "--seed", 1, "--out", "x.npz", "--judge", 1), "must be positive"),
        (("--minutes", 1, "--seed", 1, "--out", "x.bin"), "ends in .npz"),
        (("--minutes", 1, "--seed", 1, "--out", "x.npz", "--width", 7), "invalid choice"),
    ],
    ids=["no time", "no seed", "no number", "too few deals", "no weights", "no width"],
)
def test_what_cannot_be_is_refused_in_a_sentence(words: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run("train", "bruno", *words)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("uno", "--level", "expert", "--out", "x.npz"), "Of uno's bots only hard learns"),
        (("uno", "--out", "x.npz"), "ends in .json"),
        (("bruno", "--level", "hard", "--out", "x.npz"), "ends in .json"),
        (("bruno", "--out", "x.json"), "ends in .npz"),
        (("briscalone", "--out", "x.json"), "invalid choice"),
    ],
)
def test_every_game_has_bots_that_learn_and_others(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run("train", *words, "--minutes", 1, "--seed", 1)


def test_a_hard_bot_learns_without_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setattr(schooling, "Course", lambda seed, lessons: Lessons(seed, 1, decisions=50))
    said = run("train", "uno", "--minutes", 1, "--seed", 2, "--out", tmp_path / "new.json")
    assert said.splitlines()[-1] == "teams: 1 of 1 lessons"
    facts = json.loads((tmp_path / "new.json").read_text())
    assert facts["training"]["game"] == "uno" and facts["weights"]["duel"]


@needs_a_compiler
def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Cannot write"):
        run("train", "bruno", "--minutes", 0.01, "--out", tmp_path / "no/new.npz", *SMALL)


def test_without_a_compiler_there_is_no_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    words = ("--minutes", 1, "--seed", 1, "--width", 256, "--out", tmp_path / "new.npz")
    with pytest.raises(CommandError, match="needs a C compiler"):
        run("train", "bruno", *words)


def test_a_curve_shows_every_point_with_its_interval() -> None:
    picture = drawn([Point(1e6, 0.04, 0.5, 0.1), Point(2e6, 0.03, 0.75, 0.05)])
    assert picture.count('class="bar"') == 2
    assert ">1</text>" in picture and ">2</text>" in picture
    assert drawn([]).startswith("<svg")
