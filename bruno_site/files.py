"""Static files under an asynchronous server."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Our files are small: sent whole they need no iterator, which would have to be awaited."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        answer = static_file.get_response(request.method, request.META)
        with answer.file or BytesIO() as file:
            content = file.read()
        headers = {name: value for name, value in answer.headers if name != "Content-Length"}
        return HttpResponse(content, status=answer.status, headers=headers)
