"""The health check of a web process."""

from __future__ import annotations

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from .live.threads import AWAY


@require_http_methods(["GET", "HEAD", "OPTIONS"])  # some proxies check with OPTIONS
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if this process reaches its database, else 503; for monitoring and proxies."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except AWAY:
        return HttpResponse("no database", status=503, content_type="text/plain")
    return HttpResponse("ok", content_type="text/plain")
