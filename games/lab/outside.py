"""Bots from outside: a Python file with a function `choose(view, actions, rng)` may sit down."""

from __future__ import annotations

from functools import cache
from runpy import run_path

from ..bots import Choose, bot, levels
from ..rules.game import Refused
from ..rules.words import _


def chooser(kind: str, name: str) -> Choose:
    """A bot of ours by its level, or one from outside by its file. Raises Refused."""
    return _from_outside(name) if name.endswith(".py") else _ours(kind, name)


def _ours(kind: str, level: str) -> Choose:
    try:
        return bot(kind, level)
    except KeyError:
        raise Refused(
            _(
                "There is no bot “%(bot)s” for this game, only: %(bots)s.",
                bot=level,
                bots=", ".join(levels(kind)),
            )
        ) from None


@cache
def _from_outside(path: str) -> Choose:
    try:
        found = run_path(path)
    except OSError as error:
        raise Refused(
            _("Cannot read %(file)s: %(why)s.", file=path, why=str(error.strerror))
        ) from None
    except Exception as error:
        raise Refused(_("%(file)s cannot be run: %(why)s", file=path, why=str(error))) from error
    choose = found.get("choose")
    if not callable(choose):
        raise Refused(_("%(file)s has no function “choose(view, actions, rng)”.", file=path))
    seated: Choose = choose
    return seated
