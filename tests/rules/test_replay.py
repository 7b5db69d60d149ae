"""P5: a game replays bit for bit from its log, in a fresh process with another hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from games.rules.game import DEALER, Seat
from games.rules.uno.cards import DECK, text_of
from tests.kit.contracts import CASES, NAMES, Case
from tests.kit.folding import fingerprint
from tests.kit.playing import fold, log_of, steps
from tests.kit.uno import positions

ROOT = Path(__file__).resolve().parents[2]


def folded_elsewhere(record: dict[str, object], hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.kit.folding"],
        input=json.dumps(record),
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def is_the_same_elsewhere(case: Case, log: Sequence[tuple[Seat, str]]) -> bool:
    here = fingerprint(case.kind, case.config, case.seats, log)
    record = {**case._asdict(), "config": dict(case.config), "log": log}
    return {folded_elsewhere(record, seed) for seed in ("1", "2")} == {here}


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_p5_a_log_folds_to_the_same_states_in_another_process(case: Case) -> None:
    assert is_the_same_elsewhere(case, log_of(steps(case.rules, case.config, case.seats, "p5")))


def test_p5_sets_of_several_skips_are_listed_alike_in_another_process() -> None:
    """So many in one hand that no game above comes to it."""
    first = positions.cards("rskip rskip gskip gskip bskip bskip yskip b1 b1 b2 b2 b3 b3 b4 r5")
    rest = list(DECK)
    for card in first:
        rest.remove(card)
    case = Case("uno", positions.config(stack_skips=True, first_seat=0), 2)
    log = [(DEALER, f"deal 0 {text_of((*first, *rest))}")]
    several = [
        text
        for text in positions.legal(list(fold(case.kind, case.config, case.seats, log))[-1])
        if text.count("skip") > 1
    ]
    assert len(several) > 50
    assert is_the_same_elsewhere(case, log)
