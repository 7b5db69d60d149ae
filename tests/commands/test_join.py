"""`manage.py join`: several networks as one."""

from __future__ import annotations

import json
from pathlib import Path

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
        "second": (width, 4),
        "second_bias": (4,),
        "last": (4,),
        "last_bias": (1,),
    }
    arrays = {name: rng.normal(0, 0.3, size).astype(np.float32) for name, size in sizes.items()}
    options = dict.fromkeys(OPTIONS, False) | {"next_leads": next_leads}
    save(
        path,
        arrays,
        {"width": width, "options": [options], "training": {"seed": seed}, "curve": []},
    )
    return path


def test_the_whole_thinks_what_its_parts_think_on_average(tmp_path: Path) -> None:
    parts = [written(tmp_path / f"{seed}.npz", seed, 4 * seed) for seed in (1, 2, 3)]
    run("join", "bruno", *parts, "--out", tmp_path / "whole.npz")
    state = table("4s Ks As", "7s 8s 8h", "5h 6h", "7d 8d", pile="4d", demand="4")
    view, actions = bruno.view(state, 0), bruno.legal_actions(state, 0)
    thoughts = [np.arctanh(worths(load(part), view, actions)) for part in parts]
    whole = np.arctanh(worths(load(tmp_path / "whole.npz"), view, actions))
    assert whole == pytest.approx(np.mean(thoughts, axis=0), abs=2e-3)
    assert np.ptp(whole) > 0.01
    facts = json.loads((tmp_path / "whole.json").read_text())
    assert facts["width"] == 24 and [each["seed"] for each in facts["training"]] == [1, 2, 3]


def test_networks_for_different_options_are_not_joined(tmp_path: Path) -> None:
    one = written(tmp_path / "one.npz", 1, 8)
    other = written(tmp_path / "other.npz", 2, 8, next_leads=True)
    with pytest.raises(CommandError, match="not trained with the same options"):
        run("join", "bruno", one, other, "--out", tmp_path / "whole.npz")


def test_what_is_no_network_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nowhere.npz is of no use"):
        run("join", "bruno", tmp_path / "nowhere.npz", "--out", tmp_path / "whole.npz")
