"""The error page while the database cannot be reached.

It claims only what is known, and reloads by itself.
"""

from __future__ import annotations

import sys
from http import HTTPStatus
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.defaults import server_error

from ..live.threads import AWAY

SECONDS = 5
CHANGES_NOTHING = {"GET", "HEAD", "OPTIONS", "TRACE"}


def server_error_page(request: HttpRequest) -> HttpResponse:
    """Return the error page for an exception in a view or a middleware (Django's handler500).

    If the exception says that the database is unreachable, the answer is a 503 that retries.
    """
    if not isinstance(sys.exc_info()[1], AWAY):
        return server_error(request)
    page = _unavailable_page(request)
    page["Retry-After"] = str(SECONDS)
    return page


def _unavailable_page(request: HttpRequest) -> HttpResponse:
    """Return the 503 page; after a form it leads back to the page with the form."""
    away, is_lost = HTTPStatus.SERVICE_UNAVAILABLE, request.method not in CHANGES_NOTHING
    if "HX-Request" in request.headers:
        # htmx asked for a part of a page. That page has its own sentence for this, and asks again.
        return HttpResponse(status=away)
    # Rendered without the request: a template that looks at request.user would query the database.
    text = render_to_string("503.html", {"is_lost": is_lost})
    page = HttpResponse(text, status=away)
    page["Refresh"] = f"{SECONDS}; url={_referring_page(request)}" if is_lost else str(SECONDS)
    return page


def _referring_page(request: HttpRequest) -> str:
    """Return the path of the page with the form, which shows whether the change was made, or /."""
    sender = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(sender, {request.get_host()}):
        return "/"
    here = urlsplit(sender)._replace(scheme="", netloc="", fragment="").geturl()
    # A path that begins with two slashes would lead to another host.
    return here if url_has_allowed_host_and_scheme(here, None) else "/"
