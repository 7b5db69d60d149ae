"""Talk as a page of its own: to speak without a script, and to do something about people."""

from __future__ import annotations

import re

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from bruno_site.core.numbers import number
from bruno_site.live import http_fallback
from bruno_site.live.visitors import visitor_of_request
from games.phrases import translate
from games.rules.game import Refused

from . import reports
from .panel import Talk
from .places import people_at

MOMENT = re.compile("[0-9]{1,17}")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def talk(request: HttpRequest, code: str) -> HttpResponse:
    found = _talk(request, code)
    here = reverse("lobby:talk", args=[code])
    if request.method == "POST":
        return http_fallback.post_widget(request, found, here)
    context = {
        "shown": found.panel(timezone.now()),
        "people": [each for each in people_at(found.spot.place) if each != request.user],
        "parts": found.draw(),
        "seq": request.GET.get("seq", ""),
        "here": here,
        "back": found.spot.address,
    }
    return render(request, "talk/page.html", context)


@login_required
@require_GET
def poll(request: HttpRequest, code: str) -> HttpResponse:
    return http_fallback.poll_widget(request, _talk(request, code))


@login_required
@require_POST
def report(request: HttpRequest, code: str) -> HttpResponse:
    try:
        _reported(request, _talk(request, code))
        messages.success(request, _("Thank you. An admin will look at it."))
    except Refused as refusal:
        messages.error(request, translate(refusal.phrase))
    return redirect("lobby:talk", code=code)


def _reported(request: HttpRequest, found: Talk) -> None:
    """A line that was chosen, or the move that was named."""
    form, by, spot = request.POST, found.user, found.spot
    moment, reason = form.get("moment", ""), form.get("reason", "")
    if MOMENT.fullmatch(moment):
        reports.report_line(spot=spot, by=by, moment=int(moment), reason=reason)
    else:
        seq = number(form.get("seq", "")) or 0
        reports.report_move(spot=spot, by=by, seq=seq, reason=reason)


def _talk(request: HttpRequest, code: str) -> Talk:
    found = Talk.open(visitor_of_request(request), code)
    if found is None:
        raise Http404
    return found
