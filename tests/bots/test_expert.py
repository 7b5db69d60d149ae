"""Bruno's learned bots, with the weights that are shipped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from games.bots import bot
from games.bots.bruno.learned import LONG, SHIPPED, shipped
from games.lab.simulation import planned, play_deal, play_deals
from games.lab.statistics import won
from games.rules import bruno, kinds
from tests.kit.bruno.golden_positions import GOLDEN, account, state_of
from tests.kit.bruno.positions import table

DEALS = 200
# As measured on many more deals: docs/bots.md.
EXPERT_V_HARD = 0.864
THREADS = Path("/proc/self/task")


def test_the_golden_positions_are_told_and_weighed_as_they_were() -> None:
    golden = json.loads(GOLDEN.read_text())
    assert len(golden) >= 50
    for each in golden:
        found = account(state_of(each["state"]))
        assert found.keys() == each["actions"].keys()
        for action, facts in each["actions"].items():
            assert found[action]["told"] == facts["told"], action
            assert found[action]["worth"] == pytest.approx(facts["worth"], abs=2e-4), action


def test_the_shipped_weights_are_small_and_know_every_preset() -> None:
    weights = shipped()
    assert weights is not None
    assert SHIPPED.stat().st_size <= 2_000_000
    for preset in kinds()["bruno"].META.presets.values():
        options = bruno.new(kinds()["bruno"].META.configure(preset), 4).options
        assert tuple(options[:3]) in weights.options


def test_it_says_how_it_was_trained() -> None:
    facts = json.loads(Path(SHIPPED).with_suffix(".json").read_text())
    assert [each["seed"] for each in facts["training"]] == [1, 2, 3]


@pytest.mark.timeout(600)
def test_it_beats_the_hard_bot_as_often_as_measured_within_three_sigmas() -> None:
    plan = planned("bruno", ["expert", "hard"] * 2, "three sigmas", duplicate=True)
    share = won([deal.games for deal in play_deals(plan, DEALS)], "expert").mean
    sigma = sqrt(EXPERT_V_HARD * (1 - EXPERT_V_HARD) / (2 * DEALS))
    assert share > EXPERT_V_HARD - 3 * sigma


def test_the_master_decides_the_same_from_the_same_view_and_luck() -> None:
    plan = planned("bruno", ["master", "medium", "medium", "medium"], "same")
    first, again = (next(play_deals(plan, 1)).games[0] for _ in range(2))
    assert first == again
    assert bot("bruno", "master") is not bot("bruno", "expert")


def often(actions: int, hand: str, level: str = "expert") -> dict[str, int]:
    """What a seat with these cards does after so many moves, asked a few times."""
    state = table(hand, "7s 8s 8h", "5h 6h", "7d 8d", pile="4d", demand="4")
    state = state._replace(actions=actions)
    view, legal = bruno.view(state, 0), bruno.legal_actions(state, 0)
    chosen = [str(bot("bruno", level)(view, legal, Random(seed))) for seed in range(60)]
    return {each: chosen.count(each) for each in chosen}


def test_in_a_long_game_it_does_now_and_then_what_it_thinks_second_best() -> None:
    (always,) = often(LONG - 1, "4s Ks As")
    found = often(LONG, "4s Ks As")
    assert len(found) == 2 and 40 < found[always] < 60


@pytest.mark.parametrize("level", ["expert", "master"])
def test_it_goes_out_however_long_the_game_was(level: str) -> None:
    assert often(LONG, "As Ah", level) == {"play As Ah": 60}


def test_experts_do_not_hand_the_same_cards_round_for_ever() -> None:
    """In this game they did, until it was drawn: four Aces that nobody wanted to answer."""
    plan = planned("bruno", ["expert"] * 4, "look", "kitchen-table")
    (game,) = play_deal(plan, 33).games
    assert LONG < game.actions < 1000 and game.result.winners


@pytest.mark.skipif(not THREADS.exists(), reason="threads are not listed here")
def test_a_network_thinks_in_one_thread() -> None:
    """Those that numpy would start for every core spin while they wait."""
    script = (
        "import os; from games.bots.bruno.learned import shipped;"
        f"assert shipped(); print(len(os.listdir('{THREADS}')))"
    )
    mine = {name: value for name, value in os.environ.items() if not name.endswith("_THREADS")}
    said = subprocess.run(
        [sys.executable, "-c", script], env=mine, capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "1"
