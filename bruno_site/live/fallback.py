"""The same pages for a visitor without a socket: asked again now and then, and posted to."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from .pages import Page
from .sent import Sent


def poll(request: HttpRequest, page: Page) -> HttpResponse:
    """The whole page, if it has moved on since the stamp it shows."""
    since = number(request.GET.get("stamp", ""))
    pieces = page.draw(since)
    if since == pieces.stamp:
        return HttpResponse(status=204)
    return HttpResponse(Sent().message(pieces))


def post(request: HttpRequest, page: Page, back: str) -> HttpResponse:
    """What a form sent: a plain one is led back to its page, htmx gets the page in pieces."""
    notice = page.hear(request.POST)
    if getattr(request, "htmx", False):
        return HttpResponse(Sent().message(page.draw(number(request.POST.get("seq", ""))), notice))
    if notice:
        messages.error(request, notice)
    return redirect(back)


def number(text: str) -> int | None:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None
