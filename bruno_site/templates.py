"""Templates are Jinja2's: what every one of them has at hand, and how they are tightened."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, wraps
from typing import Any

from django.conf import settings
from django.template import defaultfilters
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import get_language, get_language_bidi, gettext, ngettext
from django_htmx.jinja import htmx_script
from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    pass_context,
)
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Context
from markupsafe import Markup, escape

from games.rules.words import Phrase
from games.table.words import marked_up, translate

from . import links

BREAK = re.compile(r"\s*\n\s*")
BETWEEN_TAGS = re.compile(r"(?<=>)\s*\n\s*(?=<)")
BEFORE_END = re.compile(r"\s*\n\s*(?=>)")


class Tightened(Extension):
    """A template is written one element a line and sent without those lines.

    A line break between two tags, before the end of one, or beside a statement is nothing at all;
    anywhere else it is a space, as it is in a browser.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        before = "block_end"
        for token in stream:
            if token.type == "data":
                text = token.value + "".join(after_comments(stream))
                text = tightened(text, before == "block_end", stream.current.type in ENDS)
                token = Token(token.lineno, "data", text)
            before = token.type
            yield token


ENDS = ("block_begin", "eof")


def after_comments(stream: TokenStream) -> Iterator[str]:
    """A comment is gone by now, but the text on either side of it still comes in pieces."""
    while stream.current.type == "data":
        yield next(stream).value


def tightened(text: str, after_statement: bool, before_statement: bool) -> str:
    if after_statement:
        text = re.sub(r"^\s*\n\s*", "", text)
    if before_statement:
        text = re.sub(r"\s*\n\s*$", "", text)
    return BREAK.sub(" ", BEFORE_END.sub("", BETWEEN_TAGS.sub("", text)))


@lru_cache(maxsize=4096)
def url(name: str, *args: Any, **kwargs: Any) -> str:
    return reverse(name, args=args, kwargs=kwargs)


@lru_cache(maxsize=256)
def icon(name: str) -> Markup:
    """A symbol of the sprite that every page carries: from a file it would appear a frame late."""
    return Markup(format_html('<use href="#i-{}"/>', name))


def printed(value: Any) -> Any:
    """A phrase is printed in the reader's language, and nothing at all for None."""
    if isinstance(value, Phrase):
        return translate(value)
    return "" if value is None else value


def attributes(given: Mapping[str, Any]) -> Markup:
    """Those that are there: None and False are not, and True needs no value."""
    pairs = [
        f" {name}" if value is True else f' {name}="{escape(printed(value))}"'
        for name, value in given.items()
        if value is not None and value is not False
    ]
    return Markup("".join(pairs))


def classes(*names: str | bool | None) -> str:
    """The value of a class attribute, of the names that apply."""
    return " ".join(name for name in names if isinstance(name, str) and name)


def with_phrases(said: Any) -> Callable[..., str]:
    """A phrase that is part of a sentence is translated like the sentence."""

    @pass_context
    @wraps(said)
    def sentence(context: Context, *texts: Any, **parts: Any) -> str:
        spoken: str = said(context, *texts, **{name: printed(p) for name, p in parts.items()})
        return spoken

    return sentence


def direction() -> str:
    return "rtl" if get_language_bidi() else "ltr"


def loader(pages: BaseLoader) -> BaseLoader:
    """The site's templates, and those of a kind under its name."""
    kinds = {
        kind: FileSystemLoader(folder / "templates")
        for kind, folder in settings.KIND_FOLDERS.items()
    }
    return ChoiceLoader([pages, PrefixLoader(kinds)])


def environment(**options: Any) -> Environment:
    options["loader"] = loader(options["loader"])
    made = Environment(extensions=["jinja2.ext.i18n", Tightened], finalize=printed, **options)
    made.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.globals |= {
        "classes": classes,
        "direction": direction,
        "gettext": with_phrases(made.globals["gettext"]),
        "htmx_script": htmx_script,
        "icon": icon,
        "language": get_language,
        "links": links,
        "ngettext": with_phrases(made.globals["ngettext"]),
        "static": lru_cache(maxsize=1024)(static),
        "url": url,
    }
    filters: dict[str, Callable[..., Any]] = {
        "capfirst": lambda text: capfirst(printed(text)),
        "date": defaultfilters.date,
        "marked": marked_up,
        "xmlattr": attributes,
    }
    made.filters |= filters
    return made
