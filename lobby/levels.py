"""How strong a bot at a table of people can be; others exist to be measured against."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.rules.words import Phrase, _


class Level(NamedTuple):
    level: str
    title: Phrase


LEVELS: Final = (
    Level("easy", _("Easy")),
    Level("medium", _("Medium")),
    Level("hard", _("Hard")),
)
