"""Cards, phrases and other pieces of a table in templates."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache

from django import template
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ..rules.faces import Face
from ..rules.words import Phrase
from ..table.words import marked_up, translate

register = template.Library()


@register.filter
def words(phrase: Phrase | None) -> str:
    return "" if phrase is None else translate(phrase)


@register.filter
def marked(phrase: Phrase) -> SafeString:
    return marked_up(phrase)


@register.filter
def drawn(shown: Hashable, name: str) -> SafeString:
    """What the named template makes of this value, which it calls `shown`, and of nothing else."""
    return _drawn(name, shown, get_language())


@register.filter
def each(several: Iterable[Hashable], name: str) -> SafeString:
    """All of them drawn, one after the other."""
    language = get_language()
    return SafeString("".join(_drawn(name, shown, language) for shown in several))


@register.filter
def card(face: Face) -> SafeString:
    """A card with its name, for those who listen."""
    return drawn(face, "games/card.html")


@register.filter
def bare(face: Face) -> SafeString:
    """Only its look, inside something that carries the name."""
    return drawn(face, "games/card_bare.html")


# One move changes little of what a table shows to each of its seats: the rest was drawn before.
@lru_cache(maxsize=1 << 15)
def _drawn(name: str, shown: Hashable, language: str | None) -> SafeString:
    return SafeString(get_template(name, using="django").render({"shown": shown}))


@register.simple_tag
@lru_cache(maxsize=64)
def icon(name: str) -> SafeString:
    """A symbol of the sprite that every page carries: from a file it would appear a frame late."""
    return format_html('<use href="#i-{}"/>', name)
