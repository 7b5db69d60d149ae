"""The pages of the first lessons, and what is pressed there without a socket."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from accounts.rate_limits import Limit, TooManyTries, spend_address, wait_page
from bruno_site.live import http_fallback
from bruno_site.live.visitors import visitor_of_request

from ..bots import usual
from ..rules import rules_of
from ..table.glance import at_a_glance
from .lesson_page import LessonPage
from .places import keep

# By those without a session: each is a row that somebody has to keep.
BEGINNING: Final = Limit("lessons begun", 100, timedelta(hours=1))
KEPT_FOR: Final = timedelta(days=7)  # of nobody's; who logs in has it for as long as the session


def begun(answer: Callable[[HttpRequest, LessonPage], HttpResponse]) -> Callable[..., HttpResponse]:
    """With a session, which holds the place, and by which the page's socket finds its way."""

    @wraps(answer)
    def beginning(request: HttpRequest, kind: str) -> HttpResponse:
        page = _page(request, kind)
        if request.session.session_key is None:
            try:
                spend_address(BEGINNING, request)
            except TooManyTries as refusal:
                return wait_page(request, refusal)
            request.session.set_expiry(int(KEPT_FOR.total_seconds()))
        return answer(request, page)

    return beginning


@require_GET
@begun
def lesson(request: HttpRequest, page: LessonPage) -> HttpResponse:
    kind = page.lesson.kind
    context = {
        "kind": kind,
        "title": rules_of(kind).META.title,
        "glance": at_a_glance(kind, page.pov),
        "parts": page.draw(None).whole(),
        "bot": usual(kind),
        "notice": " ".join(map(str, messages.get_messages(request))),
    }
    return render(request, "learn/lesson.html", context)


@require_GET
def poll(request: HttpRequest, kind: str) -> HttpResponse:
    return http_fallback.poll(request, _page(request, kind))


@require_POST
@begun
def press(request: HttpRequest, page: LessonPage) -> HttpResponse:
    return http_fallback.post(request, page, reverse("learn:lesson", args=[page.lesson.kind]))


@require_POST
@begun
def again(request: HttpRequest, page: LessonPage) -> HttpResponse:
    """From the beginning."""
    keep(request.session, page.lesson.kind, 0)
    return redirect("learn:lesson", page.lesson.kind)


def _page(request: HttpRequest, kind: str) -> LessonPage:
    try:
        return LessonPage(kind, visitor_of_request(request), request.session)
    except KeyError:
        raise Http404 from None
