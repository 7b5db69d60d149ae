"""The games as environments for others' learners, held to PettingZoo's own tests."""

from __future__ import annotations

import runpy
import warnings
from pathlib import Path
from random import Random

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra “lab” is not installed")
from pettingzoo.test import api_test, seed_test

from games.lab.env import Table, env
from games.lab.observing import OBSERVED
from tests.kit.commands import run

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

LITTLE = Path(__file__).parents[2] / "scripts" / "little_learner.py"


@pytest.mark.parametrize("kind", OBSERVED)
def test_it_passes_the_api_test(kind: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(kind), num_cycles=300)


@pytest.mark.parametrize("kind", OBSERVED)
def test_the_same_seed_gives_the_same_game(kind: str) -> None:
    seed_test(lambda: env(kind), num_cycles=60)


@pytest.mark.parametrize("kind", OBSERVED)
def test_a_whole_game_is_played_by_the_mask_and_somebody_wins(kind: str) -> None:
    table, rng = Table(kind), np.random.default_rng(3)
    table.reset(seed=5)
    for _agent in table.agent_iter(max_iter=3000):
        observation, _reward, ended, cut, _info = table.last()
        if ended or cut:
            break
        table.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert set(table.rewards.values()) == {1, -1}


@pytest.mark.parametrize("kind", OBSERVED)
def test_p4_an_observation_is_the_same_in_every_world_the_seat_may_be_in(kind: str) -> None:

    table, rng, luck = Table(kind), np.random.default_rng(4), Random(4)
    table.reset(seed=6)
    while table.rules.to_act(table.state_):
        agent, state = table.agent_selection, table.state_
        seat = table.possible_agents.index(agent)
        here = table.observe(agent)
        table.state_ = table.rules.imagine(table.rules.view(state, seat), luck)
        there = table.observe(agent)
        table.state_ = state
        assert all((here[name] == there[name]).all() for name in here)
        table.step(int(rng.choice(np.flatnonzero(here["action_mask"]))))


def test_the_little_learner_learns_and_sits_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(LITTLE))["train"](seconds=0.2)
    shown = run("simulate", "uno", "--seats", f"{LITTLE},random", "--games", 1, "--seed", "tests")
    assert "1 game of" in shown
