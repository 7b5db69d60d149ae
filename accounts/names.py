"""What a player may be called, and when two names are the same."""

from __future__ import annotations

import re
import secrets
from functools import cache
from unicodedata import category, normalize

from confusable_homoglyphs.categories import alias as script_of
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from .reserved import BEGINNINGS, WORDS

SHORTEST = 2
LONGEST = 24
# Folding case can make a name longer ("ß" becomes "ss"), at most threefold.
LONGEST_KEY = 3 * LONGEST
# A letter can look like several ("m" like "rn").
LONGEST_SKELETON = 8 * LONGEST

PUNCTUATION = "_-."
# Marks belong to many scripts; piled up on one letter they run over the lines above and below.
SHAPE = re.compile(r"(?:[LN]M{0,2}|[_.-])+")
# Letters and marks that show nothing, by Unicode's property Default_Ignorable_Code_Point.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# A letter that has a dot shows no other one, or hardly.
SECOND_DOT = re.compile("(?<=[ij])\u0307")
# No name has one of these, and not every database takes the question.
UNASKABLE = re.compile("[\0\ud800-\udfff]")
# Written with several scripts, and no harm meant.
TOGETHER = [
    {"HAN", "HIRAGANA", "KATAKANA"},
    {"HAN", "HANGUL"},
    {"HAN", "BOPOMOFO"},
]
OF_ANY_SCRIPT = {"COMMON", "INHERITED"}
DIRECTION_MARK = "\u200e"  # around some characters of the table, to keep its lines in order

# Without the letters and digits that are mixed up when a name is read aloud.
HOUSE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def house_name(word: str, letters: int) -> str:
    """“Guest 4F2”: with a space, so that nobody can choose it."""
    return f"{word} {''.join(secrets.choice(HOUSE_LETTERS) for _place in range(letters))}"


def key_of(name: str) -> str:
    """Equal for names that differ only in case or in how their letters are encoded."""
    askable = UNASKABLE.sub("\ufffd", name)
    return normalize("NFKC", normalize("NFKC", askable).casefold())


def visible(name: str) -> str:
    """Without what nobody sees."""
    return INVISIBLE.sub("", name)


def skeleton_of(name: str) -> str | None:
    """Equal for names that look the same, as Unicode's report 39 has it. The house's have none."""
    if " " in name:
        return None
    drawn = SECOND_DOT.sub("", normalize("NFD", visible(name)))
    letters = "".join(map(_looks_like, drawn))
    return normalize("NFD", letters.casefold())[:LONGEST_SKELETON]


@cache
def _looks_like(char: str) -> str:
    """One for all that look alike. In the table each is paired with its model, and the model with
    every one of them."""
    alike = _pairs().get(char, [])
    if len(alike) != 1:
        return char
    model = alike[0]
    return model if len(_pairs().get(model, [])) > 1 else min(char, model)


@cache
def _pairs() -> dict[str, list[str]]:
    return {
        char.strip(DIRECTION_MARK): [other["c"].strip(DIRECTION_MARK) for other in others]
        for char, others in confusables_data.items()
    }


def check_name(name: str) -> None:
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(low)s to %(high)s characters."),
            params={"low": SHORTEST, "high": LONGEST},
        )
    shape = "".join(char if char in PUNCTUATION else category(char)[0] for char in name)
    if not SHAPE.fullmatch(shape) or not re.search("[LN]", shape) or INVISIBLE.search(name):
        raise ValidationError(
            _("A name is made of letters and digits, with “_”, “-” and “.” between them.")
        )
    if not _is_of_one_script(name):
        raise ValidationError(_("A name is written in one script, not in several."))


def check_choice(name: str) -> None:
    """Of a name that somebody wants to have; the house may give those that it keeps."""
    check_name(name)
    if is_reserved(name):
        raise ValidationError(_("This name is kept for the house."))


def _is_of_one_script(name: str) -> bool:
    scripts = {script_of(char).upper() for char in name} - OF_ANY_SCRIPT
    return len(scripts) <= 1 or any(scripts <= those for those in TOGETHER)


def is_reserved(name: str) -> bool:
    """Also with a number or dots, or called a bot: “admin.1” fools as many as “admin”."""
    bare = re.sub(r"^[\d_.-]+|[\d_.-]*(?:bot)?[\d_.-]*$", "", name.lower())
    looks = {skeleton_of(re.sub("[_.-]", "", text)) or "" for text in (name, name.lower(), bare)}
    return any(look in _kept_words() or look.startswith(_kept_beginnings()) for look in looks)


@cache
def _kept_words() -> frozenset[str]:
    return frozenset(skeleton_of(word) or "" for word in WORDS) - {""}


@cache
def _kept_beginnings() -> tuple[str, ...]:
    return tuple(skeleton_of(word) or word for word in BEGINNINGS)
