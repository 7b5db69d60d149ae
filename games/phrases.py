"""The rules' phrases in the reader's language."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from bruno_site.speech import gettext, ngettext, spoken

from .rules.words import Phrase


def translate(phrase: Phrase) -> str:
    return _translate(phrase, spoken())


# A table says the same few things again and again.
@lru_cache(maxsize=4096)
def _translate(phrase: Phrase, language: str) -> str:
    return phrase.render(_said_here, ngettext)


def _said_here(text: str) -> str:
    """In the reader's language; a game by the name that the settings give it."""
    return settings.GAME_NAMES.get(text) or gettext(text)


def marked_up(phrase: Phrase) -> SafeString:
    """For the log: the names and cards in a sentence stand out."""
    text = ngettext(phrase.text, phrase.many, phrase.n) if phrase.many else _said_here(phrase.text)
    parts = {name: _part(part) for name, part in phrase.parts}
    return mark_safe(conditional_escape(text) % parts)


def _part(part: str | int | Phrase) -> SafeString:
    if isinstance(part, Phrase):
        return marked_up(part)
    return format_html("<b>{}</b>", part)
