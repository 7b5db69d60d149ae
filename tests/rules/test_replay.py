"""P5: a game replays bit for bit from its log, in a fresh process with another hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.contracts import CASES, NAMES, Case
from tests.kit.folding import fingerprint
from tests.kit.playing import log_of, steps

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


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_p5_a_log_folds_to_the_same_states_in_another_process(case: Case) -> None:
    log = log_of(steps(case.rules, case.config, case.seats, "p5"))
    here = fingerprint(case.kind, case.config, case.seats, log)
    record = {**case._asdict(), "config": dict(case.config), "log": log}
    assert {folded_elsewhere(record, seed) for seed in ("1", "2")} == {here}
