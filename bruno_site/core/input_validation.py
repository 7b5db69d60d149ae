"""Middleware that refuses malformed requests before other code fails on them.

Also the parser for messages that live pages send.
"""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils.http import parse_header_parameters
from django.utils.log import log_response

from .numbers import MOMENT, number
from .security_headers import Answer

NUL = "\0"
# PostgreSQL rejects NUL in a text, and UTF-8 cannot encode half a surrogate pair.
UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class Request(ASGIRequest):
    """A request that is decoded as UTF-8, whatever charset it names.

    `reject_garbage` refuses requests in other charsets. Django would decode the query in the named
    charset, and raise on a malformed query before any middleware could answer.
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        """Parse the content type, but leave the encoding alone (Django would change it here)."""
        parsed = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        self.content_type, self.content_params = parsed


def reject_foreign_hosts(answer: Answer) -> Answer:
    """A middleware that refuses requests for a host name that is not the site's.

    It logs one warning and no error: scanners send such requests all day, and no operator should
    be alarmed by them.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost as reason:
            refusal = _bad_request(HTTPStatus.BAD_REQUEST)
            log_response("%s", reason, response=refusal, request=request)
            return refusal
        return answer(request)

    return middleware


def reject_garbage(answer: Answer) -> Answer:
    """A middleware that refuses malformed requests and drops malformed session cookies."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if status := _refusal_status(request):
            return _bad_request(status)
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        # Every session key of ours is alphanumeric: spare the database a look-up of any other.
        if not (key.isascii() and key.isalnum()):
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        return answer(request)

    return middleware


def _bad_request(status: HTTPStatus) -> HttpResponse:
    """Return the error page, rendered without the request: reading its form could raise again."""
    return HttpResponse(render_to_string("400.html"), status=status)


def _refusal_status(request: HttpRequest) -> HTTPStatus | None:
    """Return the status with which to refuse a malformed request, or None if it is well-formed."""
    charset = (request.content_params or {}).get("charset", "utf-8")
    length = number(request.META.get("CONTENT_LENGTH") or "0", MOMENT)
    if charset.lower() != "utf-8" or length is None:
        return HTTPStatus.BAD_REQUEST
    if length > settings.LARGEST_REQUEST:
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    try:
        return HTTPStatus.BAD_REQUEST if _has_nul(request) else None
    except (SuspiciousOperation, MultiPartParserError):  # too many fields, or broken multipart
        return HTTPStatus.BAD_REQUEST


def _has_nul(request: HttpRequest) -> bool:
    """Return whether the path, the query or a form field has a NUL character.

    None of our forms needs it, and PostgreSQL rejects it in any text. Uploaded files may hold it.
    """
    query = request.META.get("QUERY_STRING", "")
    if NUL in request.path or NUL in query or "%00" in query:
        return True
    return any(NUL in text for name, values in request.POST.lists() for text in (name, *values))


def parse_message(text: str | None) -> dict[str, Any]:
    """Return the JSON object that a live page sent, or an empty one if it is malformed.

    An object with a NUL or half a surrogate pair in one of its texts counts as malformed: no page
    of ours sends one, and the database could not store it.
    """
    if text is None:
        return {}
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) and _is_storable(message) else {}


def _is_storable(value: object) -> bool:
    """Return whether the database can store every text in the value, however deep it is nested."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str) and UNSTORABLE.search(each):
            return False
        if isinstance(each, dict):
            waiting += each.keys()
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
    return True
