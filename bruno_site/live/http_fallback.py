"""Live pages for a visitor without a socket: the browser polls them now and then, and posts forms
to them."""

from __future__ import annotations

from hashlib import sha256
from typing import TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag

from ..core.numbers import MOMENT, number
from .form_throttle import refusal_if_too_fast
from .page import Page
from .page_diff import PageDiff, answer, replacing
from .widgets import Widget

P = TypeVar("P", bound=Page)


def with_first_beat(page: P) -> P:
    """Return the page after its first heartbeat, which with sockets a hub does for all pages that
    are opened at once."""
    page.beat([page])
    return page


def poll(request: HttpRequest, page: Page) -> HttpResponse:
    """Return the whole page if it is newer than the stamp that the browser shows; else 204, or 429
    if it polls too often."""
    if refusal := refusal_if_too_fast(request):
        return refusal
    with_first_beat(page)
    since = number(request.GET.get("stamp", ""), MOMENT)
    pieces = page.draw(since)
    if since == pieces.stamp:
        return HttpResponse(status=204)
    return HttpResponse(PageDiff().message(pieces))


def post(request: HttpRequest, page: Page, back: str) -> HttpResponse:
    """Have the page handle a form. A plain form is redirected to its page; htmx gets the page's
    elements."""
    notice = with_first_beat(page).hear(request.POST)
    if getattr(request, "htmx", False):
        since = number(request.POST.get("seq", ""), MOMENT)
        return HttpResponse(PageDiff().message(page.draw(since), notice))
    if notice:
        messages.error(request, notice)
    return redirect(back)


def poll_widget(request: HttpRequest, companion: Widget) -> HttpResponse:
    """Return the widget if it differs from what the browser has; else 304, or 429 if it polls too
    often."""
    if refusal := refusal_if_too_fast(request):
        return refusal
    text = _html_of(companion)
    etag = quote_etag(sha256(text.encode()).hexdigest()[:16])
    response = HttpResponse(text, headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=response) or response


def post_widget(request: HttpRequest, companion: Widget, back: str) -> HttpResponse:
    """Have the widget handle a form. A plain form is redirected to its page; htmx gets the
    widget."""
    notice = companion.hear(request.POST)
    if getattr(request, "htmx", False):
        return HttpResponse(_html_of(companion) + answer(notice))
    if notice:
        messages.error(request, notice)
    return redirect(back)


def _html_of(companion: Widget) -> str:
    return "".join(map(replacing, companion.draw().values()))
