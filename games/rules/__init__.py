"""The games, found by looking: every package in this folder is one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, cast

from .game import AnyRules

OF_THE_HOUSE: Final = "bruno"


@cache
def kinds() -> Mapping[str, AnyRules]:
    """The house's own game first, then the others by name."""
    found = [module.name for module in iter_modules(__path__) if module.ispkg]
    found.sort(key=lambda name: (name != OF_THE_HOUSE, name))
    return {name: cast(AnyRules, import_module(f"{__name__}.{name}")) for name in found}


def rules_of(kind: str) -> AnyRules:
    """Raises KeyError for a game that is not there."""
    return kinds()[kind]
