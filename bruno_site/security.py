"""What every answer carries to keep a page from running what is not ours."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)

Answer = Callable[[HttpRequest], HttpResponse]


def content_security_policy(answer: Answer) -> Answer:
    def with_policy(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        response["Content-Security-Policy"] = POLICY
        return response

    return with_policy


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", status=403)
