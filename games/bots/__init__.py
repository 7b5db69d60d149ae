"""Players that are programs. A bot is one function of what its seat may know.

`random` plays any kind; the bots of one kind stand in the folder of its name, in `BOTS`, each with
its description.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from .choose import Blind, Choose
from .description import Bot
from .luck import Luck, luck_key
from .simple import BOTS as FOR_ANY_KIND

__all__ = [
    "Blind",
    "Bot",
    "Choose",
    "Luck",
    "bot",
    "described",
    "levels",
    "luck_key",
    "offered",
    "strongest",
]


def levels(kind: str) -> tuple[str, ...]:
    return tuple(_by_level(kind))


def bot(kind: str, level: str) -> Choose:
    """Raises KeyError for a level that this kind has not."""
    return _by_level(kind)[level].choose


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


@cache
def _by_level(kind: str) -> Mapping[str, Bot]:
    bots: tuple[Bot, ...] = FOR_ANY_KIND
    if kind in {module.name for module in iter_modules(__path__) if module.ispkg}:
        bots += import_module(f"{__name__}.{kind}").BOTS
    return {bot.level: bot for bot in bots}
