"""Headers of every answer: the content security policy, and no caching of personal pages."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)

Answer = Callable[[HttpRequest], HttpResponse]


def add_security_headers(answer: Answer) -> Answer:
    """A middleware that adds the content security policy, and forbids caching by default.

    An answer without a Cache-Control header may not be stored: another person may use the browser
    next.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        response["Content-Security-Policy"] = POLICY
        if "Cache-Control" not in response:
            add_never_cache_headers(response)
        return response

    return middleware


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page for a form without a valid CSRF token."""
    return render(request, "403_csrf.html", status=403)
