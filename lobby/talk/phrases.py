"""What can be said with one press while cards are in play: nothing here tells of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules.words import Phrase, _

PHRASES: Final[Mapping[str, Phrase]] = {
    "hello": _("Hello"),
    "luck": _("Good luck"),
    "well": _("Well played"),
    "thanks": _("Thank you"),
    "sorry": _("Sorry"),
    "moment": _("One moment"),
    "game": _("Good game"),
    "leave": _("I have to go"),
}
