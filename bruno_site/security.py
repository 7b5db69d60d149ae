"""What every answer carries to keep a page from running what is not ours."""

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


def guarded(answer: Answer) -> Answer:
    """With the policy; and nobody keeps a page that does not say how long it is good for, since the
    next at this browser may be somebody else."""

    def with_guards(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        response["Content-Security-Policy"] = POLICY
        if "Cache-Control" not in response:
            add_never_cache_headers(response)
        return response

    return with_guards


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", status=403)
