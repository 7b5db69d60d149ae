"""`manage.py join`: several networks as one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management.base import CommandError

from games.bots.bruno.learned.layout import INPUTS
from games.bots.bruno.learned.net import worths
from games.bots.bruno.learned.weights import OPTIONS, load, save
from games.rules import bruno
from tests.kit.bruno.positions import table
from tests.kit.commands import run


def written(path: Path, seed: int, width: int, *, next_leads: bool = False) -> Path:
    rng = np.random.default_rng(seed)
    sizes = {
        "first": (INPUTS, width),
        "first_bias": (width,),
        "second": (width, 8),
        "second_bias": (8,),
        "last": (8,),
        "last_bias": (1,),
    }
    arrays = {name: rng.normal(0, 0.3, size).astype(np.float32) for name, size in sizes.items()}
    options = dict.fromkeys(OPTIONS, False) | {"next_leads": next_leads}
    training = {"seed": seed, "width": width}
    about = {"width": width, "options": [options], "training": training, "curve": []}
    save(path, arrays, about)
    return path


def thought(path: Path) -> Any:
    """Of some actions, before tanh."""
    state = table("4s Ks As", "7s 8s 8h", "5h 6h", "7d 8d", pile="4d", demand="4")
    view, actions = bruno.view(state, 0), bruno.legal_actions(state, 0)
    return np.arctanh(worths(load(path), view, actions))


def test_the_whole_thinks_what_its_parts_think_on_average(tmp_path: Path) -> None:
    parts = [written(tmp_path / f"{seed}.npz", seed, 4 * seed) for seed in (1, 2, 3)]
    run("join", "bruno", *parts, "--out", tmp_path / "whole.npz")
    whole = thought(tmp_path / "whole.npz")
    assert whole == pytest.approx(np.mean([thought(part) for part in parts], axis=0), abs=2e-3)
    assert np.ptp(whole) > 0.01
    facts = json.loads((tmp_path / "whole.json").read_text())
    assert facts["width"] == 24 and [each["seed"] for each in facts["training"]] == [1, 2, 3]


def test_a_part_that_is_taken_out_again_finds_the_same_actions_better(tmp_path: Path) -> None:
    parts = [written(tmp_path / f"{seed}.npz", seed, 4 * seed) for seed in (1, 2, 3)]
    whole, out = tmp_path / "whole.npz", tmp_path / "out.npz"
    run("join", "bruno", *parts, "--out", whole)
    for number, part in enumerate(parts, 1):
        run("join", "bruno", whole, "--part", number, "--out", out)
        moved = thought(out) - thought(part)
        assert np.ptp(moved) < 0.005 < np.ptp(thought(part)) / 10
        assert json.loads(out.with_suffix(".json").read_text())["training"]["seed"] == number


@pytest.mark.parametrize("number", [0, 2])
def test_there_is_no_other_part(tmp_path: Path, number: int) -> None:
    one, whole = written(tmp_path / "one.npz", 1, 8), tmp_path / "whole.npz"
    run("join", "bruno", one, "--out", whole)
    for words in ((whole, "--part", number), (one, "--part", 1)):
        with pytest.raises(CommandError, match="npz has no such part"):
            run("join", "bruno", *words, "--out", tmp_path / "out.npz")
    with pytest.raises(CommandError, match="out of one network"):
        run("join", "bruno", one, whole, "--part", 1, "--out", tmp_path / "out.npz")


def test_networks_for_different_options_are_not_joined(tmp_path: Path) -> None:
    one = written(tmp_path / "one.npz", 1, 8)
    other = written(tmp_path / "other.npz", 2, 8, next_leads=True)
    with pytest.raises(CommandError, match="not trained with the same options"):
        run("join", "bruno", one, other, "--out", tmp_path / "whole.npz")


def test_what_is_no_network_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nowhere.npz is of no use"):
        run("join", "bruno", tmp_path / "nowhere.npz", "--out", tmp_path / "whole.npz")
