"""What no browser sends: refused early, before anything trips over it."""

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
from .security import Answer

NUL = "\0"
UNSTORABLE = re.compile("[\0\ud800-\udfff]")  # no database takes it, or no page can be sent with it


class Request(ASGIRequest):
    """In our charset, whatever it says (others are swept away): Django would read the whole query
    for another one, and fall over a bad query before anybody could answer it."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        said = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        self.content_type, self.content_params = said


def for_our_names(answer: Answer) -> Answer:
    """Refuse who calls this site by a name that is not its own, with one line in the log: strangers
    do so all day, and nobody is to be woken for it."""

    def naming(request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost as reason:
            refused = _refused(HTTPStatus.BAD_REQUEST)
            log_response("%s", reason, response=refused, request=request)
            return refused
        return answer(request)

    return naming


def swept(answer: Answer) -> Answer:
    def sweeping(request: HttpRequest) -> HttpResponse:
        if fault := _fault_of(request):
            return _refused(fault)
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        # No key of ours looks otherwise, and a database need not be asked for it.
        if not (key.isascii() and key.isalnum()):
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        return answer(request)

    return sweeping


def _refused(fault: HTTPStatus) -> HttpResponse:
    """Without the request: whoever looked into its form would trip over it after all."""
    return HttpResponse(render_to_string("400.html"), status=fault)


def _fault_of(request: HttpRequest) -> HTTPStatus | None:
    charset = (request.content_params or {}).get("charset", "utf-8")
    length = number(request.META.get("CONTENT_LENGTH") or "0", MOMENT)
    if charset.lower() != "utf-8" or length is None:
        return HTTPStatus.BAD_REQUEST
    if length > settings.LARGEST_REQUEST:
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    try:
        return HTTPStatus.BAD_REQUEST if _has_nul(request) else None
    except (SuspiciousOperation, MultiPartParserError):  # too long, or in no parts
        return HTTPStatus.BAD_REQUEST


def _has_nul(request: HttpRequest) -> bool:
    """Which no form of ours asks for and PostgreSQL takes in no text. Files are not looked into."""
    query = request.META.get("QUERY_STRING", "")
    if NUL in request.path or NUL in query or "%00" in query:
        return True
    return any(NUL in text for name, said in request.POST.lists() for text in (name, *said))


def read(text: str | None) -> dict[str, Any]:
    """Return what a live page sent, or nothing if it makes no sense or has a NUL or half a
    surrogate pair in one of its texts, as no page of ours sends."""
    if text is None:
        return {}
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) and _is_storable(message) else {}


def _is_storable(value: object) -> bool:
    """Return whether a database takes every text in the value, however deep it is nested."""
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
