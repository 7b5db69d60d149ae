"""The rules' phrases in the reader's language."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from markupsafe import Markup, escape

from bruno_site.core.i18n import current_language, gettext, ngettext

from .rules.table import BOT
from .rules.words import Phrase, printable


def translate(phrase: Phrase) -> str:
    return _translate(phrase, current_language())


# A table says the same few things again and again.
@lru_cache(maxsize=4096)
def _translate(phrase: Phrase, language: str) -> str:
    return phrase.render(_said_here, ngettext, called)


def _said_here(text: str) -> str:
    """In the reader's language; a game by the name that the settings give it."""
    return settings.GAME_NAMES.get(text) or gettext(text)


def called(name: str) -> str:
    """Somebody's name. That it is a bot's is said in the reader's language."""
    if not name.endswith(BOT):
        return name
    return gettext("%(name)s (bot)") % {"name": name.removesuffix(BOT)}


def marked_up(phrase: Phrase) -> Markup:
    """For the log: the names and cards in a sentence stand out."""
    return Markup(_marked(phrase))


def _marked(phrase: Phrase) -> str:
    text = ngettext(phrase.text, phrase.many, phrase.n) if phrase.many else _said_here(phrase.text)
    return str(escape(text)) % {name: _part(part) for name, part in phrase.parts}


def _part(part: str | int | Phrase) -> str:
    if isinstance(part, Phrase):
        return _marked(part)
    return f"<b>{escape(called(printable(part)) if isinstance(part, str) else part)}</b>"
