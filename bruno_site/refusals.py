"""Refusals that Django leaves without a page."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from .security import Answer


def in_a_sentence(answer: Answer) -> Answer:
    """Whoever types the address of a button is told so, not shown the browser's bare page."""

    def with_a_page(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
            return response
        page = render(request, "405.html", status=response.status_code)
        page["Allow"] = response["Allow"]
        return page

    return with_a_page
