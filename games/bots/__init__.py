"""Players that are programs. A bot is one function of what its seat may know.

`random` plays any kind; the levels of one kind stand in the module of its name, in `LEVELS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from .choose import Blind, Choose
from .luck import Luck, luck_key
from .simple import LEVELS as FOR_ANY_KIND

__all__ = ["Blind", "Choose", "Luck", "bot", "levels", "luck_key"]


def levels(kind: str) -> tuple[str, ...]:
    return tuple(_levels(kind))


def bot(kind: str, level: str) -> Choose:
    """Raises KeyError for a level that this kind has not."""
    return _levels(kind)[level]


@cache
def _levels(kind: str) -> Mapping[str, Choose]:
    if kind not in {module.name for module in iter_modules(__path__)}:
        return FOR_ANY_KIND
    return {**FOR_ANY_KIND, **import_module(f"{__name__}.{kind}").LEVELS}
