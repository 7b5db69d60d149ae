"""Fold a log in a process of its own: `python -m tests.kit.folding` reads it as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from hashlib import sha256

from games.rules import rules_of
from games.rules.game import Config, Seat
from tests.kit.playing import fold

Log = Sequence[tuple[Seat, str]]


def fingerprint(kind: str, config: Config, seats: int, log: Log) -> str:
    """Of every state on the way and what could be done there, to the last bit."""
    digest, legal_actions = sha256(), rules_of(kind).legal_actions
    for state in fold(kind, config, seats, log):
        digest.update(repr(state).encode())
        for seat in range(seats):
            digest.update(" ".join(map(str, legal_actions(state, seat))).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(fingerprint(**json.load(sys.stdin)))
