"""How fast somebody may press and ask without a socket. A form does the work of a message, and to
ask does that of a beat: all have one allowance."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from ..addresses import address_of, neighbourhood
from .crowd import Allowance, saying
from .sent import TOO_FAST, answer

Answer = Callable[[HttpRequest], HttpResponse]


def unhurried(inner: Answer) -> Answer:
    """Every form of the site, before anything is done for it."""

    def answering(request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            return inner(request)
        allowance = _allowance_of(request)
        return inner(request) if allowance is None or allowance.take() else _slow_down(request)

    return answering


def asked_too_fast(request: HttpRequest) -> HttpResponse | None:
    """What a page that asks by itself is told then."""
    allowance = _allowance_of(request)
    if allowance is None or allowance.take_a_look():
        return None
    refusal = HttpResponse(gettext(TOO_FAST), content_type="text/plain")
    return _told_to_wait(refusal)


def _allowance_of(request: HttpRequest) -> Allowance | None:
    return saying.allowance_of(request.user, neighbourhood(address_of(request)))


def _slow_down(request: HttpRequest) -> HttpResponse:
    sentence = gettext(TOO_FAST)
    if getattr(request, "htmx", False):
        return _told_to_wait(HttpResponse(answer(sentence)))
    return _told_to_wait(render(request, "429.html", {"sentence": sentence}))


def _told_to_wait(refusal: HttpResponse) -> HttpResponse:
    refusal.status_code = HTTPStatus.TOO_MANY_REQUESTS
    refusal["Retry-After"] = "1"
    return refusal
