"""Well-formed JSON with one thing in it that nobody would write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, Final

DEEP: Final = 500
# In place of a value, or of a key if it is a text.
ODD: Final[tuple[Any, ...]] = (
    "\ud800",
    "a\udfff",
    "\ude00\ud83d",
    "a\0b",
    "\0",
    "\u202ex",
    "x" * 1500,
    "\ud800" * 200,
    10**40,
    -(10**1500),
    1e308,
    None,
    True,
    [],
    {},
    {"\ud800": "\0"},
)
Path = tuple[str | int, ...]


def nested(depth: int = DEEP) -> Any:
    value: Any = "\ud800"
    for level in range(depth):
        value = [value] if level % 2 else {"\0": value}
    return value


def paths(value: Any, here: Path = ()) -> Iterator[Path]:
    """The places of every value in it."""
    yield here
    inner: Any = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        inner = enumerate(value)
    for name, each in inner:
        yield from paths(each, (*here, name))


def spoil(value: Any, luck: Random) -> str:
    """Return it as JSON text, with something odd as one of its values, or as one of its keys."""
    odd = luck.choice((*ODD, nested()))
    path = luck.choice(list(paths(value)))
    return json.dumps(_with(deepcopy(value), path, odd, luck))


def _with(value: Any, path: Path, odd: Any, luck: Random) -> Any:
    if not path:
        return odd
    holder = value
    for name in path[:-1]:
        holder = holder[name]
    if isinstance(odd, str) and isinstance(holder, dict) and luck.random() < 0.3:
        holder[odd] = holder.pop(path[-1]) if luck.random() < 0.5 else 1
    else:
        holder[path[-1]] = odd
    return value
