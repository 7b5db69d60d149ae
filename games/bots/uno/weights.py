"""How much the hard bot makes of each feature, found by playing itself: `manage.py train uno`.

There is a set for two seats, one for more, and one for teams. Positive is good for the own side;
only differences between actions matter.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ..linear import BySituation, load

DUEL, CROWD, TEAMS = SITUATIONS = ("duel", "crowd", "teams")
WEIGHTS: Final[BySituation] = load(Path(__file__).with_name("weights.json"), SITUATIONS)
