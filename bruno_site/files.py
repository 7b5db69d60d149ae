"""Static files under an asynchronous server."""

from __future__ import annotations

import gzip
from functools import lru_cache
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware

# What is text inside; fonts and pictures are packed already.
PACKABLE: Final = ("text/", "image/svg+xml", "application/manifest+json")


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Our files are small: sent whole they need no iterator, which would have to be awaited."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        answer = static_file.get_response(request.method, request.META)
        with answer.file or BytesIO() as file:
            content = file.read()
        headers = {name: value for name, value in answer.headers if name != "Content-Length"}
        whole = HttpResponse(content, status=answer.status, headers=headers)
        return _packed(whole, request) if _is_packable(whole) else whole


def _is_packable(answer: HttpResponse) -> bool:
    """Collected files lie there packed, and a part of a file is asked for as it is."""
    is_whole = answer.status_code == HTTPStatus.OK and "Content-Encoding" not in answer
    return is_whole and answer.headers.get("Content-Type", "").startswith(PACKABLE)


def _packed(answer: HttpResponse, request: HttpRequest) -> HttpResponse:
    patch_vary_headers(answer, ["Accept-Encoding"])
    if answer.content and "gzip" in request.headers.get("Accept-Encoding", ""):
        answer.content = _pack(answer.content)
        answer["Content-Encoding"] = "gzip"
    return answer


@lru_cache(512)
def _pack(content: bytes) -> bytes:
    """Once for all who ask."""
    return gzip.compress(content, mtime=0)
