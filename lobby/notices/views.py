"""Notices without a socket, and invitations."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from bruno_site.live import http_fallback
from games.phrases import translate
from games.rules.game import Refused

from ..models import Room
from . import calls
from .bar import Notices


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    mine = Notices(request.user)
    if request.method == "POST":
        return http_fallback.post_widget(request, mine, reverse("lobby:notices"))
    return render(request, "notices/page.html", {"calls": mine.read()})


@login_required
@require_GET
def poll(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    return http_fallback.poll_widget(request, Notices(request.user))


@login_required
@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    assert isinstance(request.user, User)
    try:
        invited = calls.invite(code=code, sender=request.user, name=request.POST.get("name", ""))
        messages.success(request, _("%(name)s is invited.") % {"name": invited.username})
    except Refused as refusal:
        messages.error(request, translate(refusal.phrase))
    except Room.DoesNotExist:
        raise Http404 from None
    return redirect("lobby:room", code=code)
