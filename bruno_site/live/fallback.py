"""The same pages for a visitor without a socket: asked again now and then, and posted to."""

from __future__ import annotations

from hashlib import sha256
from typing import TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag

from ..numbers import MOMENT, number
from .beside import Companion
from .haste import asked_too_fast
from .pages import Page
from .sent import Sent, answer, swapped

P = TypeVar("P", bound=Page)


def looked_at(page: P) -> P:
    """With its first beat, which a hub makes for all pages that are opened at once."""
    page.beat([page])
    return page


def poll(request: HttpRequest, page: Page) -> HttpResponse:
    """The whole page, if it has moved on since the stamp it shows."""
    if refusal := asked_too_fast(request):
        return refusal
    looked_at(page)
    since = number(request.GET.get("stamp", ""), MOMENT)
    pieces = page.draw(since)
    if since == pieces.stamp:
        return HttpResponse(status=204)
    return HttpResponse(Sent().message(pieces))


def post(request: HttpRequest, page: Page, back: str) -> HttpResponse:
    """What a form sent: a plain one is led back to its page, htmx gets the page in pieces."""
    notice = looked_at(page).hear(request.POST)
    if getattr(request, "htmx", False):
        since = number(request.POST.get("seq", ""), MOMENT)
        return HttpResponse(Sent().message(page.draw(since), notice))
    if notice:
        messages.error(request, notice)
    return redirect(back)


def poll_beside(request: HttpRequest, companion: Companion) -> HttpResponse:
    """What stands beside a page, if it differs from what the page has."""
    if refusal := asked_too_fast(request):
        return refusal
    text = _whole(companion)
    etag = quote_etag(sha256(text.encode()).hexdigest()[:16])
    answer = HttpResponse(text, headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=answer) or answer


def post_beside(request: HttpRequest, companion: Companion, back: str) -> HttpResponse:
    notice = companion.hear(request.POST)
    if getattr(request, "htmx", False):
        return HttpResponse(_whole(companion) + answer(notice))
    if notice:
        messages.error(request, notice)
    return redirect(back)


def _whole(companion: Companion) -> str:
    return "".join(map(swapped, companion.draw().values()))
