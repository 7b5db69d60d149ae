"""Players that are programs. A bot is one function of what its seat may know.

`random` plays any kind; the bots of one kind stand in the folder of its name, in `BOTS`, each with
its description.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from .choose import Blind, Choose
from .description import Bot
from .luck import Luck, luck_key
from .simple import BOTS as FOR_ANY_KIND
from .weighing import Weigh, Weighed

__all__ = [
    "Blind",
    "Bot",
    "Choose",
    "Luck",
    "Weigh",
    "Weighed",
    "bot",
    "described",
    "levels",
    "luck_key",
    "offered",
    "strongest",
    "usual",
    "weigh",
]

MEDIUM = 50.0  # the strength of the bot that all others are measured against


def levels(kind: str) -> tuple[str, ...]:
    return tuple(_by_level(kind))


def bot(kind: str, level: str) -> Choose:
    """Raises KeyError for a level that this kind has not.

    One that learns may be asked for with other weights than its own: `expert@FILE`.
    """
    name, _, weights = level.partition("@")
    found = _by_level(kind)[name]
    if not weights:
        return found.choose
    if found.with_weights is None:
        raise KeyError(level)
    return found.with_weights(Path(weights))


def described(kind: str, level: str) -> Bot:
    """Raises KeyError for a level that this kind has not."""
    return _by_level(kind)[level]


def offered(kind: str) -> tuple[Bot, ...]:
    """Those that sit down with people, the weakest first; any bot where a kind has no such."""
    bots = sorted(_by_level(kind).values(), key=lambda bot: bot.strength)
    return tuple([bot for bot in bots if bot.sits_with_people] or bots)


def strongest(kind: str, milliseconds: float) -> Bot:
    """Of those offered, the best that decides within this time; the weakest if none does."""
    weakest, *others = offered(kind)
    return ([bot for bot in others if bot.cost <= milliseconds] or [weakest])[-1]


def usual(kind: str) -> Bot:
    """Whom somebody meets who was asked nothing, and may be new: none better than medium."""
    weakest, *others = offered(kind)
    return ([bot for bot in others if bot.strength <= MEDIUM] or [weakest])[-1]


def weigh(kind: str) -> Weigh:
    """Raises KeyError for a kind that has no bots of its own."""
    if kind not in _folders():
        raise KeyError(kind)
    found: Weigh = import_module(f"{__name__}.{kind}").WEIGH
    return found


def _folders() -> set[str]:
    return {module.name for module in iter_modules(__path__) if module.ispkg}


@cache
def _by_level(kind: str) -> Mapping[str, Bot]:
    bots: tuple[Bot, ...] = FOR_ANY_KIND
    if kind in _folders():
        bots += import_module(f"{__name__}.{kind}").BOTS
    return {bot.level: bot for bot in bots}
