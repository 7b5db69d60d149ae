"""A page for the status 405, which Django answers without a body."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from .security_headers import Answer


def explain_method_not_allowed(answer: Answer) -> Answer:
    """A middleware that adds an explanation to a 405.

    People see it who type the address to which a button posts.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
            return response
        page = render(request, "405.html", status=response.status_code)
        page["Allow"] = response["Allow"]
        return page

    return middleware
