"""What a player may be called, and when two names are the same."""

from __future__ import annotations

import re
from unicodedata import category, normalize

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST = 2
LONGEST = 24
# Folding case can make a name longer ("ß" becomes "ss"), at most threefold.
LONGEST_KEY = 3 * LONGEST

PUNCTUATION = "_-."
# Marks belong to many scripts; piled up on one letter they run over the lines above and below.
SHAPE = re.compile(r"(?:[LN]M{0,2}|[_.-])+")


def key_of(name: str) -> str:
    """Equal for names that differ only in case or in how their letters are encoded."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def check_name(name: str) -> None:
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(low)s to %(high)s characters."),
            params={"low": SHORTEST, "high": LONGEST},
        )
    shape = "".join(char if char in PUNCTUATION else category(char)[0] for char in name)
    if not SHAPE.fullmatch(shape) or not re.search("[LN]", shape):
        raise ValidationError(
            _("A name is made of letters and digits, with “_”, “-” and “.” between them.")
        )
