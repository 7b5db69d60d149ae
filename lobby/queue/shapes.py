"""What quick match plays: the usual table of each game, and its bots on the ladder of people."""

from __future__ import annotations

from functools import cache

from games.bots import offered
from games.history.ratings import guessed
from games.rules import rules_of
from games.rules.game import Config

from ..matching import Bot, Shape


@cache
def shape_of(kind: str) -> Shape:
    """With the teams there are if somebody came in company."""
    meta = rules_of(kind).META
    size = meta.usual_size
    return Shape(size, meta.teams(config_of(kind, has_party=True), size))


def config_of(kind: str, *, has_party: bool) -> Config:
    """By the usual rules. Where teams are an option, they are played when friends want to be in
    one."""
    meta = rules_of(kind).META
    has_option = any(option.name == "teams" for option in meta.options)
    return meta.configure({"teams": True} if has_option and has_party else {})


def levels_of(kind: str) -> list[str]:
    return [bot.level for bot in offered(kind)]


def bots_of(kind: str) -> list[Bot]:
    """As strong as their descriptions say, for want of a ladder."""
    return [Bot(level, guessed(kind, level).mu) for level in levels_of(kind)]
