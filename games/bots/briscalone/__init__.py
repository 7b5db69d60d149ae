"""Briscalone's bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..choose import Choose
from .easy import easy
from .hard import hard
from .medium import medium

LEVELS: Final[Mapping[str, Choose]] = {"easy": easy, "medium": medium, "hard": hard}
