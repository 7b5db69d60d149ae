"""Templates are Jinja2's: what every one of them has at hand, and how they are tightened."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, MutableMapping
from functools import lru_cache
from types import FunctionType
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import get_language, get_language_bidi
from django_htmx.jinja import htmx_script
from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
)
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from games.phrases import called, marked_up, translate
from games.rules.words import Phrase, in_a_row, together

from . import links, moments
from .kept import Kept
from .speech import dated, gettext, ngettext, spoken

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


def sentence(text: str, /, **parts: Any) -> Markup:
    """In the reader's language, and a phrase that is part of it as well."""
    if not parts:
        return _whole_sentence(text, spoken())
    return Markup(gettext(text)) % {name: printed(part) for name, part in parts.items()}


@lru_cache(maxsize=4096)
def _whole_sentence(text: str, language: str) -> Markup:
    return Markup(gettext(text)) % {}


def counted_sentence(one: str, many: str, n: int, /, **parts: Any) -> Markup:
    said = {"num": n, **{name: printed(part) for name, part in parts.items()}}
    return Markup(ngettext(one, many, n)) % said


# Of what is drawn after a move, most was drawn before: a card, a button, a seat that did not move.
_drawn: Kept[tuple[Any, ...], Markup] = Kept(1 << 15)


def kept(macro: Macro, *values: Hashable) -> Markup:
    """What a macro makes of these values, made once: it makes the same of them every time."""
    key = (macro._func.__code__, *values, spoken())
    known = _drawn.get(key)
    return _drawn.keep(key, Markup(macro(*values))) if known is None else known


def direction() -> str:
    return "rtl" if get_language_bidi() else "ltr"


def loader(pages: BaseLoader) -> BaseLoader:
    """The site's templates, and those of a kind under its name."""
    kinds = {
        kind: FileSystemLoader(folder / "templates")
        for kind, folder in settings.KIND_FOLDERS.items()
    }
    return ChoiceLoader([pages, PrefixLoader(kinds)])


_PLAIN = (Macro, FunctionType, type(url))


class Quick(Context):
    """A drawing calls something a hundred times, and hardly anything wants to know from where."""

    def call(
        self,
        what: Any,
        /,
        *values: Any,
        _loop_vars: Any = None,
        _block_vars: Any = None,
        **named: Any,
    ) -> Any:
        if type(what) in _PLAIN and not hasattr(what, "jinja_pass_arg"):
            return what(*values, **named)
        return super().call(what, *values, _loop_vars=_loop_vars, _block_vars=_block_vars, **named)


class Pages(Environment):
    context_class = Quick

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """In one mapping: through a chain of two, an import costs more than what is imported."""
        return {**self.globals, **(d or {})}


def environment(**options: Any) -> Environment:
    options["loader"] = loader(options["loader"])
    made = Pages(extensions=["jinja2.ext.i18n", Tightened], finalize=printed, **options)
    made.policies["ext.i18n.trimmed"] = True
    made.newstyle_gettext = True  # type: ignore[attr-defined]
    made.globals |= {
        "_": sentence,
        "classes": classes,
        "direction": direction,
        "gettext": sentence,
        "htmx_script": htmx_script,
        "icon": icon,
        "in_a_row": in_a_row,
        "kept": kept,
        "language": get_language,
        "languages": settings.LANGUAGES,
        "links": links,
        "ngettext": counted_sentence,
        "static": lru_cache(maxsize=1024)(static),
        "together": together,
        "url": url,
    }
    filters: dict[str, Callable[..., Any]] = {
        "called": lambda who: called(who) if isinstance(who, str) else who,
        "capfirst": lambda text: capfirst(printed(text)),
        "date": moments.date,
        "day": moments.day,
        "month": lambda at: dated(at, "YEAR_MONTH_FORMAT"),
        "marked": marked_up,
        "moment": moments.moment,
        "xmlattr": attributes,
    }
    made.filters |= filters
    return made
