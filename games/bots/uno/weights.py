"""How much the hard bot makes of each feature, found by playing itself.

There is a set for two seats, one for more, and one for teams. Positive is good for the own side;
only differences between actions matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from json import loads
from pathlib import Path
from typing import Final

WEIGHTS: Final[Mapping[str, Mapping[str, float]]] = loads(
    Path(__file__).with_name("weights.json").read_text()
)
