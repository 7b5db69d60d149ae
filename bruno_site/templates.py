"""Templates are Jinja2's: what every one of them has at hand, and how they are tightened."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import Any

from django.template import defaultfilters
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language, get_language_bidi, gettext, ngettext
from django_htmx.jinja import htmx_script
from jinja2 import Environment, pass_context
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Context
from markupsafe import Markup

from games.rules.words import Phrase
from games.table.words import marked_up, translate

from . import links
from .unconverted import unconverted

BREAK = re.compile(r"\s*\n\s*")
BETWEEN_TAGS = re.compile(r"(?<=>)\s*\n\s*(?=<)")


class Tightened(Extension):
    """A template is written one element a line and sent without those lines.

    A line break between two tags, or beside a statement, is nothing at all; anywhere else it is a
    space, as it is in a browser.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        before = "block_end"
        for token in stream:
            after = stream.current.type
            if token.type == "data":
                text = tightened(token.value, before == "block_end", after in ENDS)
                token = Token(token.lineno, "data", text)
            before = token.type
            yield token


ENDS = ("block_begin", "eof")


def tightened(text: str, after_statement: bool, before_statement: bool) -> str:
    if after_statement:
        text = re.sub(r"^\s*\n\s*", "", text)
    if before_statement:
        text = re.sub(r"\s*\n\s*$", "", text)
    return BREAK.sub(" ", BETWEEN_TAGS.sub("", text))


def url(name: str, *args: Any, **kwargs: Any) -> str:
    return reverse(name, args=args, kwargs=kwargs)


@lru_cache(maxsize=256)
def icon(name: str) -> Markup:
    """A symbol of the sprite that every page carries: from a file it would appear a frame late."""
    return Markup(format_html('<use href="#i-{}"/>', name))


def printed(value: object) -> object:
    """What `{{ value }}` prints: a phrase in the reader's language, and nothing for None."""
    if isinstance(value, Phrase):
        return translate(value)
    return "" if value is None else value


def with_phrases(said: Callable[..., str]) -> Callable[..., str]:
    """A phrase that is part of a sentence is translated like the sentence."""

    @pass_context
    @wraps(said)
    def sentence(context: Context, *texts: Any, **parts: Any) -> str:
        return said(context, *texts, **{name: printed(part) for name, part in parts.items()})

    return sentence


def direction() -> str:
    return "rtl" if get_language_bidi() else "ltr"


def environment(**options: Any) -> Environment:
    extensions = ["jinja2.ext.i18n", Tightened]
    made = Environment(extensions=extensions, finalize=printed, **options)
    made.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.globals |= {
        "direction": direction,
        "gettext": with_phrases(made.globals["gettext"]),
        "htmx_script": htmx_script,
        "icon": icon,
        "language": get_language,
        "links": links,
        "ngettext": with_phrases(made.globals["ngettext"]),
        "static": static,
        "unconverted": unconverted,
        "url": url,
    }
    made.filters |= {
        "date": defaultfilters.date,
        "marked": marked_up,
        "timesince": defaultfilters.timesince,
    }
    return made
