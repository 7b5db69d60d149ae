"""Bots that weigh features find their weights by playing themselves."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from games.bots.linear import load
from games.bots.uno.weights import CROWD, DUEL, SITUATIONS, TEAMS
from games.lab.simulation import planned, play_deals
from games.lab.statistics import won
from games.lab.training import schooling
from games.lab.training.fitting import Fit
from games.lab.training.learning import Course, Learning
from games.lab.training.schooling import Schooling
from games.lab.training.students import SCHOOLS, Note, Notebook
from games.rules.game import Refused

SMALL = Course(seed=3, lessons=2, decisions=1_500)


def test_least_squares_find_what_rows_were_made_of() -> None:
    fit, rng = Fit(), Random(1)
    for _ in range(3_000):
        row = {"a": rng.random(), "b": rng.random()} | ({"c": 1.0} if rng.random() < 0.1 else {})
        fit.add(row, 2 * row["a"] - row["b"] + 3 * row.get("c", 0))
    found = fit.solved(ridge=1e-6)
    assert found == pytest.approx({"a": 2, "b": -1, "c": 3}, abs=1e-3)


def test_a_name_seen_once_gets_little_weight() -> None:
    fit = Fit()
    fit.add({"rare": 1.0}, 1.0)
    assert 0 < fit.solved(ridge=20)["rare"] < 0.1


def test_a_student_tries_everything_and_mostly_what_it_thinks_best() -> None:
    notes: list[Note] = []
    book = Notebook(2, {"good": 2.0}, notes)
    places = [book.decide([[("good", 1.0)], [("bad", 1.0)]], Random(n)) for n in range(200)]
    assert 150 < places.count(0) < 200
    chance = notes[0].expected["good"]
    assert chance == pytest.approx(0.881, abs=1e-3)
    assert notes[0].expected["bad"] == pytest.approx(1 - chance)
    assert {note.seat for note in notes} == {2}


def note(seat: int) -> Note:
    return Note(seat, [("x", 1.0)], {"x": 1.0})


def test_what_is_good_for_one_of_two_sides_is_bad_for_the_other() -> None:
    duel = Learning(SCHOOLS["uno"][DUEL], Course(seed=1, lessons=1, trace=0.5))
    duel.worth = {"x": 0.4}
    backs = [back for _note, back in duel._returns([note(0), note(1), note(0)], [1.0, -1.0])]
    # The winner's last decision; the loser's before it, half by what followed and half by what
    # that was thought to be worth; and one more the same way.
    assert backs == pytest.approx([1.0, -0.7, 0.15])


def test_in_a_crowd_everybody_learns_from_their_own_decisions() -> None:
    crowd = Learning(SCHOOLS["uno"][CROWD], Course(seed=1, lessons=1, trace=0.5))
    crowd.worth = {"x": 0.4}
    backs = [b for _n, b in crowd._returns([note(0), note(1), note(0)], [1.0, -1.0, -1.0, -1.0])]
    assert backs == pytest.approx([1.0, -1.0, 0.7])


def test_partners_learn_from_each_other() -> None:
    assert Learning(SCHOOLS["uno"][TEAMS], SMALL).sides == ((0, 2), (1, 3))


def small_schooling(monkeypatch: pytest.MonkeyPatch, out: Path, seed: int = 3) -> Schooling:
    monkeypatch.setattr(schooling, "Course", lambda seed, lessons: Course(seed, 2, decisions=600))
    return Schooling("uno", 1, seed, out)


def test_stopped_and_started_again_it_comes_to_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, stopped = tmp_path / "whole.json", tmp_path / "stopped.json"
    said = list(small_schooling(monkeypatch, whole))
    assert said[:3] == ["duel: 1 of 2 lessons", "duel: 2 of 2 lessons", "crowd: 1 of 2 lessons"]
    for words in small_schooling(monkeypatch, stopped):
        if words.startswith("crowd"):
            break
    again = small_schooling(monkeypatch, stopped)
    assert len(again) == 3
    list(again)
    assert whole.read_bytes() == stopped.read_bytes()
    assert set(load(whole, SITUATIONS)) == set(SITUATIONS)
    assert json.loads(whole.read_text())["training"]["seed"] == 3
    assert not list(tmp_path.glob("*.part"))


def test_another_training_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "new.json"
    next(iter(small_schooling(monkeypatch, out)))
    with pytest.raises(Refused, match="begun as another training"):
        small_schooling(monkeypatch, out, seed=4)
    out.with_suffix(".part").write_text("{")
    with pytest.raises(Refused, match="no training to go on with"):
        small_schooling(monkeypatch, out)


def test_two_short_lessons_teach_bruno_enough_to_beat_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schooling, "Course", lambda seed, lessons: SMALL)
    list(Schooling("bruno", 1, 3, tmp_path / "new.json"))
    learner = f"hard@{tmp_path}/new.json"
    plan = planned("bruno", [learner, "random"] * 2, "learnt", duplicate=True)
    assert won([deal.games for deal in play_deals(plan, 20)], learner).mean > 0.6
