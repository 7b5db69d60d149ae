"""Limits for forms and polls, from pages without a socket. A form is as much work as a message and
a poll as much as a heartbeat, so all of them share one allowance."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from ..core.addresses import address_of, network_of
from .page_diff import TOO_FAST, answer
from .quotas import Allowance, message_quotas

Answer = Callable[[HttpRequest], HttpResponse]


def throttle_forms(inner: Answer) -> Answer:
    """Middleware: refuse a form with 429, before anything is done for it, if its visitor sends too
    many."""

    def throttled(request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            return inner(request)
        allowance = _allowance_of(request)
        return inner(request) if allowance is None or allowance.take() else _slow_down(request)

    return throttled


def refusal_if_too_fast(request: HttpRequest) -> HttpResponse | None:
    """Return the refusal for a page that polls too often, or None if it may go on."""
    allowance = _allowance_of(request)
    if allowance is None or allowance.take_for_poll():
        return None
    response = HttpResponse(gettext(TOO_FAST), content_type="text/plain")
    return _too_many_requests(response)


def _allowance_of(request: HttpRequest) -> Allowance | None:
    return message_quotas.allowance_of(request.user, network_of(address_of(request)))


def _slow_down(request: HttpRequest) -> HttpResponse:
    """Return the page, or for htmx the notice, that says that the visitor was too fast."""
    sentence = gettext(TOO_FAST)
    if getattr(request, "htmx", False):
        return _too_many_requests(HttpResponse(answer(sentence)))
    return _too_many_requests(render(request, "429.html", {"sentence": sentence}))


def _too_many_requests(response: HttpResponse) -> HttpResponse:
    """Make the response a 429 that says when to try again."""
    response.status_code = HTTPStatus.TOO_MANY_REQUESTS
    response["Retry-After"] = "1"
    return response
