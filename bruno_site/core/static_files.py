"""Serving of static files under an asynchronous server, compressed."""

from __future__ import annotations

import gzip
from functools import lru_cache
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware

# Content types that are text. Fonts and pictures are compressed already.
COMPRESSIBLE: Final = ("text/", "image/svg+xml", "application/manifest+json")


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise, but each file is sent as a whole and compressed on the way.

    Our files are small. Under an asynchronous server an iterator over a file must be awaited.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """Return the answer with the file, compressed if that is worth it."""
        answer = static_file.get_response(request.method, request.META)
        with answer.file or BytesIO() as file:
            content = file.read()
        headers = {name: value for name, value in answer.headers if name != "Content-Length"}
        whole = HttpResponse(content, status=answer.status, headers=headers)
        return _compressed(whole, request) if _is_compressible(whole) else whole


def _is_compressible(answer: HttpResponse) -> bool:
    """Return whether the answer is a whole file of text that is not compressed yet.

    Collected files are stored compressed; a range of a file must be sent as it is.
    """
    is_whole = answer.status_code == HTTPStatus.OK and "Content-Encoding" not in answer
    return is_whole and answer.headers.get("Content-Type", "").startswith(COMPRESSIBLE)


def _compressed(answer: HttpResponse, request: HttpRequest) -> HttpResponse:
    """Return the answer, compressed if the browser accepts gzip."""
    patch_vary_headers(answer, ["Accept-Encoding"])
    if answer.content and "gzip" in request.headers.get("Accept-Encoding", ""):
        answer.content = _compress(answer.content)
        answer["Content-Encoding"] = "gzip"
    return answer


@lru_cache(512)
def _compress(content: bytes) -> bytes:
    """Return the content compressed; cached, so that each file is compressed once."""
    return gzip.compress(content, mtime=0)
