"""The current language, and translations into it, without Django's lock.

Django keeps the current language behind a lock that all threads share. Rendering one page asks for
it a hundred times, so threads waited for each other under load. Here it is a context variable, and
translated texts are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template import defaultfilters
from django.utils.translation import activate, get_language, get_language_from_request, override
from django.utils.translation import gettext as translated
from django.utils.translation import ngettext as translated_plural

_current: ContextVar[str | None] = ContextVar("language", default=None)


def format_date(moment: date | None, form: str) -> str:
    """Return a date in words, in the current language.

    Italian writes days and months in lower case; Django capitalises them.
    """
    text: str = defaultfilters.date(moment, form)
    return text.lower() if get_language() == "it" else text


Answer = Callable[[HttpRequest], HttpResponse]


def language_of(request: HttpRequest, user: Any) -> str:
    """Return the language for this user: the one in their settings if they chose one.

    Otherwise it is the one in the browser's cookie, or the one that the browser asks for.
    """
    return getattr(user, "language", "") or get_language_from_request(request)


def use_chosen_language(answer: Answer) -> Answer:
    """A middleware that activates the language of the user who sent the request.

    Reading the user queries the database, so it must run inside what handles database outages.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        activate(language_of(request, request.user))
        return answer(request)

    return middleware


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Make this the current language inside the `with` block, then restore the previous one.

    Inside the block, change the language only with another `in_language`.
    """
    if _current.get() == language:
        yield
        return
    before = _current.set(language)
    try:
        with override(language):
            yield
    finally:
        _current.reset(before)


def current_language() -> str:
    """Return the code of the current language, or an empty text if nothing is to be translated."""
    return _current.get() or get_language() or ""


def gettext(text: str) -> str:
    """Return the text in the current language."""
    return _translated(text, current_language())


def ngettext(one: str, many: str, n: int) -> str:
    """Return the text for `n` things in the current language."""
    return _translated_plural(one, many, n, current_language())


# The cache stays small: only texts that stand in the code are translated, and those are few.
@lru_cache(maxsize=4096)
def _translated(text: str, language: str) -> str:
    return translated(text)


@lru_cache(maxsize=4096)
def _translated_plural(one: str, many: str, n: int, language: str) -> str:
    return translated_plural(one, many, n)
