"""Own words, made harmless before they are kept: one short line that reads as it was meant."""

from __future__ import annotations

import re
from unicodedata import category, normalize

from games.rules.game import Refused
from games.rules.words import _

from .models import LONGEST

# These join letters in many scripts; all else that is invisible only serves to deceive.
JOINERS = "\u200c\u200d"
BLANK = re.compile(r"\s+")
# Piled up on one letter, marks run over the lines above and below.
MOST_MARKS = 2


def worded(text: str) -> str:
    """Raises Refused. Markup is nobody's business here: it is shown as it was typed."""
    if len(text) > 4 * LONGEST:
        raise _too_long()
    line = _unpiled(visible(normalize("NFC", BLANK.sub(" ", text)))).strip(" " + JOINERS)
    if not line:
        raise Refused(_("There is nothing to read in that."))
    if len(line) > LONGEST:
        raise _too_long()
    return line


def _too_long() -> Refused:
    return Refused(_("A line has at most %(n)s characters.", n=LONGEST))


def visible(text: str) -> str:
    """Without control characters, marks of direction, and what has no shape."""
    return "".join(char for char in text if char in JOINERS or category(char)[0] != "C")


def _unpiled(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if category(char)[0] == "M" else 0
        if marks <= MOST_MARKS:
            kept.append(char)
    return "".join(kept)
