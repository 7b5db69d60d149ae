"""P10: a bot that works hard thinks in a process, and none is waited for too long."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from games.rules import rules_of
from games.time import thinking
from games.time.thinking import Question, Thinkers
from tests.kit.repository import ROOT
from tests.kit.slow_bots import PATIENCE, hard_ones_waiting_for

WHAT_A_CLOCK_HAS_READ = """
import sys
from games.time import thinking
with thinking.in_processes(1):
    print(*sys.modules)
"""


def question(level: str = "easy") -> Question:
    rules = rules_of("bruno")
    state = rules.new(rules.META.configure({"first_seat": 0}), 4)
    state = rules.apply(state, -1, rules.deal(state, bytes(32)))
    actions = rules.legal_actions(state, 0)
    return Question("bruno", level, rules.view(state, 0), actions, 0, 1)


@contextmanager
def thinkers(number: int) -> Iterator[Thinkers]:
    pool = Thinkers(number)
    pool.start()
    try:
        wait_until_up(pool)
        yield pool
    finally:
        pool.stop()


def wait_until_up(pool: Thinkers) -> None:
    until = time.monotonic() + 60
    while not all(thinker.is_up() for thinker in pool.idle.queue):
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_process_answers_as_a_thread_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "SECONDS", PATIENCE)
    with thinkers(1) as pool:
        for level in ("random", "easy", "medium", "hard"):
            asked = question(level)
            assert pool.ask(asked, bytes(32)) == thinking.choose(asked, bytes(32))


def test_what_a_bot_raises_in_a_process_is_raised_here_and_the_process_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "SECONDS", PATIENCE)
    with thinkers(1) as pool:
        (kept,) = pool.idle.queue
        with pytest.raises(KeyError):
            pool.ask(question("grandmaster"), bytes(32))
        assert pool.ask(question(), bytes(32)) in question().actions
        assert list(pool.idle.queue) == [kept]


def test_a_process_that_hangs_or_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    with thinkers(1) as pool:
        (dead,) = pool.idle.queue
        dead.process.kill()
        dead.process.join()
        with pytest.raises((OSError, EOFError)):
            pool.ask(question(), bytes(32))
        wait_until_up(pool)
        (hung,) = pool.idle.queue
        os.kill(hung.process.pid or 0, signal.SIGSTOP)
        monkeypatch.setattr(thinking, "SECONDS", 0.2)
        with pytest.raises(TimeoutError):
            pool.ask(question(), bytes(32))
        assert hung not in pool.idle.queue
        wait_until_up(pool)
        monkeypatch.setattr(thinking, "SECONDS", PATIENCE)
        assert pool.ask(question(), bytes(32)) in question().actions


def test_until_a_process_is_up_a_thread_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Thinkers(1)
    monkeypatch.setattr(thinking, "_thinkers", pool)
    monkeypatch.setattr(thinking, "_strains", {("bruno", "hard"): thinking.OFTEN})
    try:
        asked = question("hard")
        assert thinking.answer(asked, bytes(32)) == thinking.choose(asked, bytes(32))
        (starting,) = pool.idle.queue
        assert not starting.has_come_up
    finally:
        pool.stop()


def test_only_a_bot_that_worked_hard_often_is_sent_to_a_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent = []

    class Elsewhere:
        def ask(self, asked: Question, seed: bytes) -> Any:
            sent.append(asked.level)
            return asked.actions[0]

    monkeypatch.setattr(thinking, "_thinkers", Elsewhere())
    monkeypatch.setattr(thinking, "_strains", {})
    works = {"easy": at_once, "hard": hard}
    monkeypatch.setattr(thinking, "bot", lambda kind, level: works[level])
    for level in ("easy", "hard") * 4:
        assert thinking.answer(question(level), bytes(32)) in question().actions
    assert sent == ["hard"]


def at_once(view: Any, actions: Any, rng: Any) -> Any:
    return actions[0]


def hard(view: Any, actions: Any, rng: Any) -> Any:
    begin = time.thread_time()
    while time.thread_time() < begin + 2 * thinking.CHEAP_SECONDS:
        pass
    return actions[0]


@pytest.mark.parametrize(
    ("worked", "strains"),
    [([0.0004, 0.0004, 0.0004], 0), ([0.01, 0.01], 2), ([0.01, 0.01, 0.0], 0), ([1.0], 3)],
)
def test_what_counts_as_hard_work(
    worked: list[float], strains: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "_strains", {})
    for seconds in worked:
        thinking._note(("bruno", "hard"), seconds)
    assert thinking._strains == {("bruno", "hard"): strains}


def test_a_bot_that_answered_too_late_is_sent_to_a_process_from_then_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "_strains", {})
    monkeypatch.setattr(thinking, "SECONDS", 0.05)
    is_over = threading.Event()
    monkeypatch.setattr(thinking, "bot", hard_ones_waiting_for(is_over))
    assert thinking.answer(question("hard"), bytes(32)) in question().actions
    assert thinking._strains["bruno", "hard"] == thinking.OFTEN
    is_over.set()


def test_a_clock_has_read_every_bot_before_the_first_is_asked() -> None:
    asked = (sys.executable, "-c", WHAT_A_CLOCK_HAS_READ)
    said = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True)
    kinds = {name for name in said.stdout.split() if name.startswith("games.bots.")}
    assert {"games.bots.bruno", "games.bots.uno", "games.bots.briscalone"} <= kinds
