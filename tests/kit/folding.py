"""Fold a log in a process of its own: `python -m tests.kit.folding` reads it as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from hashlib import sha256

from games.rules.game import Config, Seat
from tests.kit.playing import fold

Log = Sequence[tuple[Seat, str]]


def fingerprint(kind: str, config: Config, seats: int, log: Log) -> str:
    """Of every state on the way, to the last bit."""
    digest = sha256()
    for state in fold(kind, config, seats, log):
        digest.update(repr(state).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(fingerprint(**json.load(sys.stdin)))
