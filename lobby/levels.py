"""How strong a bot at a table of people can be; others exist to be measured against."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.rules.words import Phrase, _


class Bot(NamedTuple):
    level: str
    title: Phrase


BOTS: Final = (
    Bot("easy", _("Easy")),
    Bot("medium", _("Medium")),
    Bot("hard", _("Hard")),
)


def offered(kind: str) -> tuple[Bot, ...]:
    """Those that sit down with people, the weakest first; the same in every kind."""
    return BOTS


def described(kind: str, level: str) -> Bot:
    return next(bot for bot in offered(kind) if bot.level == level)
