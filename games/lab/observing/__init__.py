"""What others may train on: every action has a number, and a view is a row of numbers.

All of it is written from the seat's view, turned so that the own seat comes first. A kind that is
offered has a module of its name here, found by looking, with its `CODE`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...rules import kinds
from .numbers import Code

Row = NDArray[np.float32]

OBSERVED: Final = tuple(module.name for module in iter_modules(__path__) if module.name in kinds())


def code_of(kind: str) -> Code:
    """Raises KeyError for a kind that nobody has written in numbers."""
    if kind not in OBSERVED:
        raise KeyError(kind)
    found: Code = import_module(f"{__name__}.{kind}").CODE
    return found


def observed(kind: str, view: Any) -> Row:
    return np.fromiter(code_of(kind).observe(view), np.float32)


def numbered(kind: str, actions: Sequence[Any]) -> dict[int, Any]:
    """The legal actions by their numbers."""
    code = code_of(kind)
    return {code.actions.index(code.name(action)): action for action in actions}
