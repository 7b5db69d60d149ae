"""The language that is spoken, and what is said in it, found at once.

Django keeps the language behind a lock that all threads share, and one drawing asks for it a
hundred times: under load they waited for each other.
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
from django.utils.translation import (
    activate,
    get_language,
    get_language_from_request,
    override,
)
from django.utils.translation import gettext as translated
from django.utils.translation import ngettext as translated_plural

_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


def dated(moment: date | None, form: str) -> str:
    """A date in words. Italian writes days and months small, and Django does not."""
    said: str = defaultfilters.date(moment, form)
    return said.lower() if get_language() == "it" else said


Answer = Callable[[HttpRequest], HttpResponse]


def language_of(request: HttpRequest, user: Any) -> str:
    """As this person chose; else as this browser's cookie says, or as the browser asks."""
    return getattr(user, "language", "") or get_language_from_request(request)


def as_chosen(answer: Answer) -> Answer:
    """Inside whatever answers for a database that is away: who asks is read from it."""

    def answering(request: HttpRequest) -> HttpResponse:
        activate(language_of(request, request.user))
        return answer(request)

    return answering


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """In this language, whatever was spoken before. Within it only this may change the language."""
    if _spoken.get() == language:
        yield
        return
    before = _spoken.set(language)
    try:
        with override(language):
            yield
    finally:
        _spoken.reset(before)


def spoken() -> str:
    """Nothing if the language of the code is to be spoken, untranslated."""
    return _spoken.get() or get_language() or ""


def gettext(text: str) -> str:
    return _said(text, spoken())


def ngettext(one: str, many: str, n: int) -> str:
    return _counted(one, many, n, spoken())


# Only texts of the code come here, and those are few.
@lru_cache(maxsize=4096)
def _said(text: str, language: str) -> str:
    return translated(text)


@lru_cache(maxsize=4096)
def _counted(one: str, many: str, n: int, language: str) -> str:
    return translated_plural(one, many, n)
