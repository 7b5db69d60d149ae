"""Weights that do not fit are refused in a sentence, and the hard bot plays."""

from __future__ import annotations

import json
import logging
import pickle
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from games.bots import bot, linear
from games.bots.bruno import learned
from games.bots.bruno.learned.layout import INPUTS
from games.bots.bruno.learned.weights import OPTIONS, described_in, load, save
from games.bots.linear import BadWeights
from games.lab.simulation import planned, play_deal
from games.rules import bruno
from games.rules.bruno.state import State
from games.rules.game import Refused
from tests.kit.bruno.positions import table

STANDARD = dict.fromkeys(OPTIONS, False)


def arrays(width: int = 8, second: int = 4) -> dict[str, Any]:
    rng = np.random.default_rng(1)
    shapes = {
        "first": (INPUTS, width),
        "first_bias": (width,),
        "second": (width, second),
        "second_bias": (second,),
        "last": (second,),
        "last_bias": (1,),
    }
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    save(tmp_path / "some.npz", arrays(), {"options": [STANDARD]})
    return tmp_path / "some.npz"


def test_what_was_saved_is_loaded(path: Path) -> None:
    weights = load(path)
    assert all((getattr(weights, name) == array).all() for name, array in arrays().items())
    assert weights.options == {(False, False, False)}


def described_as(**facts: object) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        known = json.loads(described_in(path).read_text())
        described_in(path).write_text(json.dumps(known | facts))

    return change


def holding(content: Callable[[], dict[str, Any]]) -> Callable[[Path], None]:
    return lambda path: save(path, content(), {"options": [STANDARD]})


def without_last() -> dict[str, Any]:
    return {name: array for name, array in arrays().items() if name != "last"}


def with_a_gap() -> dict[str, Any]:
    changed = arrays()
    changed["last"][0] = np.nan
    return changed


tripped: list[bool] = []


def trip() -> int:
    tripped.append(True)
    return 1


class Wire:
    """Whoever unpickles it runs what the file says."""

    def __reduce__(self) -> tuple[Callable[[], int], tuple[()]]:
        return trip, ()


def pickled(path: Path) -> None:
    """With a description that fits, so that only the reading itself can refuse it."""
    content = pickle.dumps(Wire())
    path.write_bytes(content)
    described_as(sha256=sha256(content).hexdigest())(path)


def pickled_inside(path: Path) -> None:
    np.savez(path, **arrays() | {"last_bias": np.array([Wire()])})
    described_as(sha256=sha256(path.read_bytes()).hexdigest())(path)


HARM: dict[str, tuple[Callable[[Path], object], str]] = {
    "other rules": (
        described_as(rules=0),
        "some.npz is of no use: it was trained for another version of",
    ),
    "other inputs": (described_as(inputs=0), "it was trained with other inputs"),
    "exchanged": (described_as(sha256="00"), "it is not the file that its description is of"),
    "no options": (described_as(options="x"), "its description cannot be read"),
    "half a description": (
        lambda path: described_in(path).write_text("{"),
        "its description cannot be read",
    ),
    "no description": (
        lambda path: described_in(path).write_text("[]"),
        "its description cannot be read",
    ),
    "description gone": (
        lambda path: described_in(path).unlink(),
        "it cannot be read (No such file",
    ),
    "file gone": (lambda path: path.unlink(), "it cannot be read (No such file"),
    "cut short": (
        lambda path: path.write_bytes(path.read_bytes()[:-9]),
        "not the file that its descri",
    ),
    "pickle": (pickled, "it holds no arrays of a network"),
    "a pickle inside": (pickled_inside, "it holds no arrays of a network"),
    "an array missing": (holding(without_last), "it holds no arrays of a network"),
    "a wrong size": (
        holding(lambda: arrays() | {"last": np.zeros(3)}),
        "its arrays have other sizes",
    ),
    "too few inputs": (
        holding(lambda: arrays() | {"first": np.zeros((9, 8))}),
        "its arrays have other sizes",
    ),
    "not a number": (holding(with_a_gap), "it holds what is no number"),
}


@pytest.mark.parametrize("name", HARM)
def test_what_does_not_fit_is_refused_in_a_sentence(path: Path, name: str) -> None:
    harm, sentence = HARM[name]
    harm(path)
    with pytest.raises(BadWeights) as refused:
        load(path)
    assert sentence in str(refused.value) and "\n" not in str(refused.value)
    assert not tripped, "it was unpickled"


def position(*, next_leads: bool = False) -> State:
    return table(
        "4s Ks As", "7s 8s 8h", "5h 6h", "7d 8d", pile="4d", demand="4", next_leads=next_leads
    )


def chosen(level: str, state: State) -> str:
    actions = bruno.legal_actions(state, state.turn)
    return str(bot("bruno", level)(bruno.view(state, state.turn), actions, Random(0)))


def test_with_bad_weights_the_hard_bot_plays_and_the_log_says_why(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_bytes(b"")
    monkeypatch.setattr(learned, "SHIPPED", path)
    monkeypatch.setattr(learned, "shipped", learned.shipped.__wrapped__)
    with caplog.at_level(logging.ERROR, logger=learned.__name__):
        assert chosen("expert", position()) == chosen("hard", position())
    assert (
        "The hard bot plays in the place of one that learned: some.npz is of no use" in caplog.text
    )


def test_with_options_it_was_not_trained_for_the_hard_bot_plays(path: Path) -> None:
    known, strange = position(), position(next_leads=True)
    asked: list[State] = []

    def hard(view: Any, actions: Any, rng: Any) -> Any:
        asked.append(view)
        return actions[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learned, "hard", hard)
        chosen(f"expert@{path}", known)
        assert not asked
        last = bruno.legal_actions(strange, strange.turn)[-1]
        assert chosen(f"expert@{path}", strange) == str(last)
    assert len(asked) == 1


def test_a_simulation_with_bad_weights_is_refused(path: Path) -> None:
    assert planned("bruno", [f"expert@{path}"] * 4, "x").bots[0] == f"expert@{path}"
    path.write_bytes(b"")
    with pytest.raises(Refused, match="of no use"):
        planned("bruno", [f"expert@{path}"] * 4, "x")


@pytest.mark.parametrize("name", ["medium@some.npz", "random@x", "nobody@x"])
def test_a_bot_that_learns_nothing_takes_no_weights(name: str) -> None:
    with pytest.raises(Refused, match="There is no bot"):
        planned("bruno", [name] * 4, "x")


LINEAR_HARM: dict[str, tuple[str, str]] = {
    "no JSON": ("{", "it holds no weights"),
    "no weights": ('{"training": null}', "it holds no weights"),
    "a list": ("[1]", "it holds no weights"),
    "of UNO": ('{"weights": {"duel": {}, "crowd": {}, "teams": {}}}', "are for another game"),
    "a word": ('{"weights": {"any": {"dear": "x"}}}', "it holds what is no number"),
    "no number": ('{"weights": {"any": {"dear": NaN}}}', "it holds what is no number"),
    "no set": ('{"weights": {"any": []}}', "it holds what is no number"),
}


@pytest.mark.parametrize("name", LINEAR_HARM)
def test_weights_of_features_that_do_not_fit_are_refused_too(tmp_path: Path, name: str) -> None:
    content, sentence = LINEAR_HARM[name]
    (tmp_path / "some.json").write_text(content)
    with pytest.raises(Refused, match=f"some.json is of no use: .*{sentence}"):
        planned("bruno", [f"hard@{tmp_path}/some.json"] * 4, "x")


def test_weights_of_features_that_are_not_there_are_refused_too(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="it cannot be read"):
        planned("uno", [f"hard@{tmp_path}/none.json"] * 2, "x")


@pytest.mark.parametrize(("kind", "seats"), [("bruno", 4), ("uno", 2)])
def test_the_hard_bot_plays_by_the_weights_it_is_given(
    tmp_path: Path, kind: str, seats: int
) -> None:
    def moves(level: str) -> str:
        plan = planned(kind, [level] * seats, "x", recorded=True)
        return str(json.loads(play_deal(plan, 0).records[0])["moves"])

    shipped = Path(learned.__file__).parents[2] / kind / "weights.json"
    known = json.loads(shipped.read_text())["weights"]
    linear.save(tmp_path / "none.json", dict.fromkeys(known, {}), {})
    assert moves(f"hard@{shipped}") == moves("hard") != moves(f"hard@{tmp_path}/none.json")
