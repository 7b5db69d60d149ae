"""Rules for names of people: which are allowed, and which two are the same or look the same."""

from __future__ import annotations

import re
import secrets
from functools import cache
from unicodedata import category, normalize

from confusable_homoglyphs.categories import alias as script_of
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from .reserved_names import RESERVED_PREFIXES, WORDS

SHORTEST = 2
LONGEST = 24
# Folding case can make a name longer ("ß" becomes "ss"), at most threefold.
LONGEST_KEY = 3 * LONGEST
# A letter can look like several ("m" like "rn").
LONGEST_SKELETON = 8 * LONGEST

PUNCTUATION = "_-."
# Marks belong to many scripts; piled up on one letter they run over the lines above and below.
ALLOWED_SHAPE = re.compile(r"(?:[LN]M{0,2}|[_.-])+")
# Letters and marks that show nothing, by Unicode's property Default_Ignorable_Code_Point.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# A second dot over a letter that has one already can hardly be seen.
SECOND_DOT = re.compile("(?<=[ij])\u0307")
# No name contains one of these, and not every database accepts a query with them.
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
# Scripts that are properly mixed in one name.
MIXABLE_SCRIPTS = [
    {"HAN", "HIRAGANA", "KATAKANA"},
    {"HAN", "HANGUL"},
    {"HAN", "BOPOMOFO"},
]
OF_ANY_SCRIPT = {"COMMON", "INHERITED"}
DIRECTION_MARK = "\u200e"  # around some characters of the table, to keep its lines in order

# For codes and the names that the site gives: without the letters and digits that are mixed up when
# a name is read aloud.
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def random_name(word: str, letters: int) -> str:
    """Return a name such as “Guest 4F2”, with a space, so that no member can choose it."""
    return f"{word} {''.join(secrets.choice(CODE_LETTERS) for _place in range(letters))}"


def key_of(name: str) -> str:
    """Return a text that is equal for names that differ only in case or in their encoding."""
    askable = UNSTORABLE.sub("\ufffd", name)
    return normalize("NFKC", normalize("NFKC", askable).casefold())


def without_invisible(name: str) -> str:
    """Return the name without characters that show nothing."""
    return INVISIBLE.sub("", name)


def skeleton_of(name: str) -> str | None:
    """Return a text that is equal for names that look the same, by Unicode's report 39.

    Return None for names that the site gave, which contain a space.
    """
    if " " in name:
        return None
    visible = SECOND_DOT.sub("", normalize("NFD", without_invisible(name)))
    letters = "".join(map(_model_of, visible))
    return normalize("NFD", letters.casefold())[:LONGEST_SKELETON]


@cache
def _model_of(char: str) -> str:
    """Return the one character that stands for all that look like this one.

    The table of confusable characters pairs each with its model, and the model with each of them.
    """
    alike = _confusables().get(char, [])
    if len(alike) != 1:
        return char
    model = alike[0]
    return model if len(_confusables().get(model, [])) > 1 else min(char, model)


@cache
def _confusables() -> dict[str, list[str]]:
    """Return for each character those that it is paired with in the table of confusables."""
    return {
        char.strip(DIRECTION_MARK): [other["c"].strip(DIRECTION_MARK) for other in others]
        for char, others in confusables_data.items()
    }


def check_name(name: str) -> None:
    """Raise ValidationError unless the name has a fit length, fit characters and one script."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(low)s to %(high)s characters."),
            params={"low": SHORTEST, "high": LONGEST},
        )
    shape = "".join(char if char in PUNCTUATION else category(char)[0] for char in name)
    if not ALLOWED_SHAPE.fullmatch(shape) or not re.search("[LN]", shape) or INVISIBLE.search(name):
        raise ValidationError(
            _("A name is made of letters and digits, with “_”, “-” and “.” between them.")
        )
    if not _is_of_one_script(name):
        raise ValidationError(_("A name is written in one script, not in several."))


def check_new_name(name: str) -> None:
    """Raise ValidationError unless a person may take this name: reserved names are refused, too."""
    check_name(name)
    if is_reserved(name):
        raise ValidationError(_("This name is kept for the house."))


def _is_of_one_script(name: str) -> bool:
    """Return whether the name is in one script, or in several that are properly mixed."""
    scripts = {script_of(char).upper() for char in name} - OF_ANY_SCRIPT
    return len(scripts) <= 1 or any(scripts <= those for those in MIXABLE_SCRIPTS)


def is_reserved(name: str) -> bool:
    """Return whether the name, or one that looks like it, is kept for the site.

    Numbers, dots and the word “bot” around it make no difference: “admin.1” deceives as many
    people as “admin”.
    """
    bare = re.sub(r"^[\d_.-]+|[\d_.-]*(?:bot)?[\d_.-]*$", "", name.lower())
    looks = {skeleton_of(re.sub("[_.-]", "", text)) or "" for text in (name, name.lower(), bare)}
    return any(
        look in _reserved_words() or look.startswith(_reserved_beginnings()) for look in looks
    )


@cache
def _reserved_words() -> frozenset[str]:
    return frozenset(skeleton_of(word) or "" for word in WORDS) - {""}


@cache
def _reserved_beginnings() -> tuple[str, ...]:
    return tuple(skeleton_of(word) or word for word in RESERVED_PREFIXES)
