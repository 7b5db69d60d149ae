"""How much the hard bot makes of each feature, found by playing itself.

Positive is good for the own team; only differences between actions matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from json import loads
from pathlib import Path
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = loads(Path(__file__).with_name("weights.json").read_text())
