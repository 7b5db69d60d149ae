"""When the database cannot be reached: a sentence that claims only what is known, and a page that
tries again by itself."""

from __future__ import annotations

import sys
from http import HTTPStatus
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.defaults import server_error

from .live.threads import AWAY

SECONDS = 5
CHANGES_NOTHING = {"GET", "HEAD", "OPTIONS", "TRACE"}


def went_wrong(request: HttpRequest) -> HttpResponse:
    """For whatever nobody else has caught, in a view or around it."""
    if not isinstance(sys.exc_info()[1], AWAY):
        return server_error(request)
    page = _answer(request)
    page["Retry-After"] = str(SECONDS)
    return page


def _answer(request: HttpRequest) -> HttpResponse:
    away, is_lost = HTTPStatus.SERVICE_UNAVAILABLE, request.method not in CHANGES_NOTHING
    if "HX-Request" in request.headers:
        # A part of a page, which has a sentence for this and asks again.
        return HttpResponse(status=away)
    # Without the request: whoever asked who sent it would ask the database.
    text = render_to_string("503.html", {"is_lost": is_lost})
    page = HttpResponse(text, status=away)
    page["Refresh"] = f"{SECONDS}; url={_came_from(request)}" if is_lost else str(SECONDS)
    return page


def _came_from(request: HttpRequest) -> str:
    """The page with the form: it shows what became of it."""
    sender = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(sender, {request.get_host()}):
        return "/"
    here = urlsplit(sender)._replace(scheme="", netloc="", fragment="").geturl()
    # A path of two slashes would be somebody else's host.
    return here if url_has_allowed_host_and_scheme(here, None) else "/"
