"""A game need not bring bots, for `random` plays any. These do, and keep what bots promise."""

from __future__ import annotations

from importlib.util import find_spec

from games.rules import kinds

KINDS_WITH_BOTS = [kind for kind in kinds() if find_spec(f"games.bots.{kind}")]
