"""The trainer's kernel is Bruno, state by state, and sees what the bot will see.

Needs a C compiler; where there is none these tests are skipped and say so, and with CI=true they
fail.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from ctypes import CDLL
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import which

import numpy as np
import pytest

from games.bots.bruno.learned.inputs import Inputs, Thought
from games.bots.bruno.learned.net import goes_out, worths
from games.bots.bruno.learned.weights import Weights
from games.lab.training import kernel as twin
from games.lab.training.trainer import Course, Trainer
from games.rules import bruno
from games.rules.bruno.actions import Action, Flip, Play
from games.rules.bruno.cards import TEN
from games.rules.bruno.state import State
from games.rules.game import DEALER, Refused
from tests.kit.bruno.contract import CONFIGS

if which(twin.compiler()) is None and not os.environ.get("CI"):
    pytest.skip("no C compiler: the kernel is not proved equal here", allow_module_level=True)

GAMES = 5  # of each set of options: some 5,000 actions in all


@pytest.fixture(scope="module")
def kernel() -> CDLL:
    return twin.built(64)


def games(config: int) -> Iterator[list[tuple[State, Action, State]]]:
    """Random ones, which see more of the rules than good ones: before, action, after."""
    options, seats = CONFIGS[config]
    for number in range(GAMES):
        seed, rng = bytes([number, config] * 16), Random(number)
        state = bruno.new(options, seats)
        steps: list[tuple[State, Action, State]] = []
        while state.to_act:
            seat = state.to_act[0]
            mine = (bruno.deal(state, seed),) if seat == DEALER else ()
            action = rng.choice(mine or bruno.legal_actions(state, seat))
            after = bruno.apply(state, seat, action)
            steps.append((state, action, after))
            state = after
        yield steps


@pytest.mark.parametrize("config", range(len(CONFIGS)))
def test_it_makes_of_every_action_what_the_rules_make_of_it(kernel: CDLL, config: int) -> None:
    for steps in games(config):
        table = twin.table_of(steps[0][0])
        for _before, action, after in steps:
            twin.move(kernel, table, action)
            assert bytes(table) == bytes(twin.table_of(after)), str(action)


@pytest.mark.parametrize("config", range(len(CONFIGS)))
def test_it_lists_what_the_rules_list_in_the_same_order(kernel: CDLL, config: int) -> None:
    for steps in games(config):
        for before, _action, _after in steps[::2]:
            listed = bruno.legal_actions(before, before.turn)
            if before.first is not None:
                found = twin.legal(kernel, twin.table_of(before))
                assert found == [twin.number_of(each) for each in listed]


def told(thought: Thought, action: Action) -> dict[int, float]:
    if isinstance(action, Play) and action.rank == TEN:
        parts: tuple[Inputs, Inputs] = thought.ten(action)
    else:
        parts = thought.table(), thought.action(action)
    found: dict[int, float] = {}
    for part in parts:
        for index, value in part.pairs():
            assert index not in found, "an input is put once"
            found[index] = value
    return {index: value for index, value in found.items() if value}


@pytest.mark.parametrize("config", range(len(CONFIGS)))
def test_the_network_is_told_in_training_what_it_is_told_in_play(kernel: CDLL, config: int) -> None:
    """From the whole table there, from the seat's view here: so it learns from no hidden card."""
    for steps in games(config):
        for before, _action, _after in steps[1::5]:
            seat, table = before.turn, twin.table_of(before)
            actions = bruno.legal_actions(before, seat)
            if len(actions) < 2 or isinstance(actions[0], Flip):
                continue
            thought = Thought(bruno.view(before, seat))
            for action in actions:
                here, there = told(thought, action), twin.inputs_of(kernel, table, action)
                assert here.keys() == there.keys(), str(action)
                assert all(abs(here[i] - there[i]) < 1e-6 for i in here), str(action)


def test_without_a_compiler_it_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(Refused, match="needs a C compiler"):
        twin.built(32)


def test_the_kernel_and_the_bot_make_the_same_of_the_same_weights(kernel: CDLL) -> None:
    trainer = Trainer(Course(minutes=1, seed=5, width=64))
    weights = Weights(**trainer.arrays(), options=frozenset())
    for before, _action, _after in next(games(0))[1:]:
        actions = bruno.legal_actions(before, before.turn)
        if len(actions) < 2 or isinstance(actions[0], Flip):
            continue
        view = bruno.view(before, before.turn)
        there = twin.worths(trainer.kernel, trainer.net, twin.table_of(before))
        for action, here, value in zip(actions, worths(weights, view, actions), there, strict=True):
            assert goes_out(view, action) or abs(here - value) < 1e-4


class TestTraining:
    COURSE = Course(minutes=0.01, seed=7, width=64, batch=4096, step=512)

    def course(self) -> Trainer:
        return Trainer(self.COURSE)

    def test_the_same_seed_gives_the_same_weights_and_another_others(self) -> None:
        one, same, other = self.course(), self.course(), Trainer(replace(self.COURSE, seed=8))
        for trainer in (one, same, other):
            trainer.learn()
        assert one.memory.tobytes() == same.memory.tobytes() != other.memory.tobytes()

    def test_what_was_paused_goes_on_as_if_it_had_not_been(self, tmp_path: Path) -> None:
        whole, first, second = self.course(), self.course(), self.course()
        whole.learn(), whole.learn()
        first.learn()
        first.pause(tmp_path / "part", [[1.0, 2.0, 3.0, 4.0]])
        assert second.resume(tmp_path / "part") == [[1.0, 2.0, 3.0, 4.0]]
        second.learn()
        assert second.memory.tobytes() == whole.memory.tobytes()

    def test_another_training_is_not_gone_on_with(self, tmp_path: Path) -> None:
        self.course().pause(tmp_path / "part", [])
        with pytest.raises(Refused, match="another training"):
            Trainer(replace(self.COURSE, seed=8)).resume(tmp_path / "part")
        (tmp_path / "part").write_bytes(b"PK nonsense")
        with pytest.raises(Refused, match="no training"):
            self.course().resume(tmp_path / "part")

    def test_it_learns(self) -> None:
        """It comes to beat what it was at first: the games of later batches are shorter."""
        trainer = Trainer(Course(minutes=0.1, seed=3, width=64, batch=8192, step=512))
        lengths = [trainer.learn().length for _ in range(20)]
        assert lengths[-1] < 0.8 * lengths[0]

    def test_slopes_that_are_next_to_nought_make_no_weight_a_no_number(self) -> None:
        trainer = self.course()
        squares = trainer.memory[-trainer.kernel.net_size() :].view(np.float32)
        squares[:] = 1e-40
        trainer.learn()
        assert all(np.isfinite(array).all() for array in trainer.arrays().values())
