"""The Jinja environment: globals and filters of all templates, and removal of white space."""

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
from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from games.phrases import called, marked_up, translate
from games.rules.words import Phrase, in_a_row, together

from . import cross_app_urls, timestamps
from .bounded_cache import BoundedCache
from .i18n import current_language, format_date, gettext, ngettext

BREAK = re.compile(r"\s*\n\s*")
BETWEEN_TAGS = re.compile(r"(?<=>)\s*\n\s*(?=<)")
BEFORE_END = re.compile(r"\s*\n\s*(?=>)")


class TightenWhitespace(Extension):
    """A Jinja extension that removes the line breaks of a template's source.

    Templates are written with one element on a line. A line break between two tags, before the end
    of a tag, or next to a statement is removed; anywhere else it becomes a space, as in a browser.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template, with the line breaks of its text removed."""
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
    """Yield the text that follows directly on a text token, which happens around comments.

    The comment itself is gone by then, but the text on its two sides comes in two tokens.
    """
    while stream.current.type == "data":
        yield next(stream).value


def tightened(text: str, after_statement: bool, before_statement: bool) -> str:
    """Return the text of a template without the line breaks that mean nothing."""
    if after_statement:
        text = re.sub(r"^\s*\n\s*", "", text)
    if before_statement:
        text = re.sub(r"\s*\n\s*$", "", text)
    return BREAK.sub(" ", BEFORE_END.sub("", BETWEEN_TAGS.sub("", text)))


@lru_cache(maxsize=4096)
def url(name: str, *args: Any, **kwargs: Any) -> str:
    """Return the address of a URL name; cached, since pages ask for the same ones."""
    return reverse(name, args=args, kwargs=kwargs)


@lru_cache(maxsize=256)
def icon(name: str) -> Markup:
    """Return the `<use>` element of an icon, from the sprite that stands in every page.

    From a file, the icon would appear a frame late.
    """
    return Markup(format_html('<use href="#i-{}"/>', name))


def printed(value: Any) -> Any:
    """Return what a template prints for a value: a phrase translated, nothing for None."""
    if isinstance(value, Phrase):
        return translate(value)
    return "" if value is None else value


def attributes(given: Mapping[str, Any]) -> Markup:
    """Return HTML attributes: None and False leave one out, True prints it without a value."""
    pairs = [
        f" {name}" if value is True else f' {name}="{escape(printed(value))}"'
        for name, value in given.items()
        if value is not None and value is not False
    ]
    return Markup("".join(pairs))


def classes(*names: str | bool | None) -> str:
    """Return the value of a class attribute, made of the names that are non-empty texts."""
    return " ".join(name for name in names if isinstance(name, str) and name)


def sentence(text: str, /, **parts: Any) -> Markup:
    """Return the sentence in the reader's language, with its parts (phrases translated too)."""
    if not parts:
        return _whole_sentence(text, current_language())
    return Markup(gettext(text)) % {name: printed(part) for name, part in parts.items()}


@lru_cache(maxsize=4096)
def _whole_sentence(text: str, language: str) -> Markup:
    return Markup(gettext(text)) % {}


def counted_sentence(one: str, many: str, n: int, /, **parts: Any) -> Markup:
    """Return the sentence for `n` things in the reader's language, with its parts."""
    values = {"num": n, **{name: printed(part) for name, part in parts.items()}}
    return Markup(ngettext(one, many, n)) % values


# Most of what is rendered after a move was rendered before: cards, buttons, seats without a change.
_cached_macros: BoundedCache[tuple[Any, ...], Markup] = BoundedCache(1 << 15)


def cached_macro(macro: Macro, *values: Hashable) -> Markup:
    """Return what a macro renders for these values and the current language, from a cache.

    The macro must render the same for the same values every time.
    """
    key = (macro._func.__code__, *values, current_language())
    cached = _cached_macros.get(key)
    return _cached_macros.keep(key, Markup(macro(*values))) if cached is None else cached


def direction() -> str:
    """Return the writing direction of the current language, for the attribute `dir`."""
    return "rtl" if get_language_bidi() else "ltr"


def loader(pages: BaseLoader) -> BaseLoader:
    """Return the loader of the site's templates, and of those of a kind of game under its name."""
    kinds = {
        kind: FileSystemLoader(folder / "templates")
        for kind, folder in settings.KIND_FOLDERS.items()
    }
    return ChoiceLoader([pages, PrefixLoader(kinds)])


_CALLED_DIRECTLY = (Macro, FunctionType, type(url))


class FastContext(Context):
    """A template context that calls plain functions and macros directly.

    A page makes a hundred calls. Jinja prepares each for functions that want the context, which
    almost none does; for those the usual way is taken.
    """

    def call(
        self,
        what: Any,
        /,
        *values: Any,
        _loop_vars: Any = None,
        _block_vars: Any = None,
        **named: Any,
    ) -> Any:
        """Call `what` as Jinja does, or directly if it does not ask for the context."""
        if type(what) in _CALLED_DIRECTLY and not hasattr(what, "jinja_pass_arg"):
            return what(*values, **named)
        return super().call(what, *values, _loop_vars=_loop_vars, _block_vars=_block_vars, **named)


class JinjaEnvironment(Environment):
    """A Jinja environment with the faster context."""

    context_class = FastContext

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals in one dict.

        Jinja's chain of two mappings makes an import cost more than what is imported.
        """
        return {**self.globals, **(d or {})}


def environment(**options: Any) -> Environment:
    """Return the Jinja environment of the site (the setting TEMPLATES names this function)."""
    options["loader"] = loader(options["loader"])
    made = JinjaEnvironment(
        extensions=["jinja2.ext.i18n", TightenWhitespace], finalize=printed, **options
    )
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
        "kept": cached_macro,
        "language": get_language,
        "languages": settings.LANGUAGES,
        "links": cross_app_urls,
        "ngettext": counted_sentence,
        "static": lru_cache(maxsize=1024)(static),
        "together": together,
        "url": url,
    }
    filters: dict[str, Callable[..., Any]] = {
        "called": lambda who: called(who) if isinstance(who, str) else who,
        "capfirst": lambda text: capfirst(printed(text)),
        "date": timestamps.date,
        "day": timestamps.day,
        "month": lambda at: format_date(at, "YEAR_MONTH_FORMAT"),
        "marked": marked_up,
        "moment": timestamps.moment,
        "xmlattr": attributes,
    }
    made.filters |= filters
    return made
