"""The pages of the first lessons, and what is pressed there without a socket."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from bruno_site.live import fallback
from bruno_site.live.visitors import visitor_of_request

from ..bots import usual
from ..rules import rules_of
from ..table.glance import at_a_glance
from .lesson_page import LessonPage
from .places import keep


@require_GET
def lesson(request: HttpRequest, kind: str) -> HttpResponse:
    page = _page(request, kind)
    if request.session.session_key is None:
        keep(request.session, kind, page.moment.place)  # what the socket finds its way by
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
    return fallback.poll(request, _page(request, kind))


@require_POST
def press(request: HttpRequest, kind: str) -> HttpResponse:
    return fallback.post(request, _page(request, kind), reverse("learn:lesson", args=[kind]))


@require_POST
def again(request: HttpRequest, kind: str) -> HttpResponse:
    """From the beginning."""
    keep(request.session, _page(request, kind).lesson.kind, 0)
    return redirect("learn:lesson", kind)


def _page(request: HttpRequest, kind: str) -> LessonPage:
    try:
        return LessonPage(kind, visitor_of_request(request), request.session)
    except KeyError:
        raise Http404 from None
