"""How much the hard bot makes of each feature, found by playing itself.

Positive is good for the own team; only differences between actions matter. These weights are a
yardstick and stay as they are; `manage.py train bruno --level hard` finds others in the same way.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ..linear import Weights, load

(ANY,) = SITUATIONS = ("any",)
WEIGHTS: Final[Weights] = load(Path(__file__).with_name("weights.json"), SITUATIONS)[ANY]
