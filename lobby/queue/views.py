"""Quick match: asking for a table, waiting for it, and asking a friend along."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from bruno_site.core.cross_app_urls import absolute
from bruno_site.live import http_fallback
from bruno_site.live.page import Closed
from bruno_site.live.visitors import visitor_of_request
from games.phrases import translate
from games.rules import rules_of
from games.rules.game import Refused

from ..models import Party, Ticket
from . import parties, queries, tickets
from .page import QueuePage


@require_POST
def quick_match(request: HttpRequest) -> HttpResponse:
    """Wait for a table, alone or with a friend who is yet to come."""
    if not isinstance(request.user, User):
        return redirect("accounts:log_in")
    user, kind = request.user, request.POST.get("kind", "")
    ask = parties.together if "friend" in request.POST else tickets.join
    return _asked(request, lambda: ask(user=user, kind=kind))


def _asked(request: HttpRequest, ask: Callable[[], Ticket]) -> HttpResponse:
    try:
        ask()
    except Refused as refusal:
        messages.error(request, translate(refusal.phrase))
        return redirect("lobby:home")
    return redirect("lobby:queue")


@login_required
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """The page of whoever waits; it leads on by itself once there is a table."""
    ticket = queries.ticket_of(visitor_of_request(request).user)
    if ticket is None:
        return redirect("lobby:home")
    if ticket.room is not None:
        return redirect(ticket.room)
    context = {
        "title": rules_of(ticket.kind).META.title,
        "parts": http_fallback.with_first_beat(_page(request)).draw(None).whole(),
        "link": _link(request, ticket),
    }
    return render(request, "lobby/queue.html", context)


def _link(request: HttpRequest, ticket: Ticket) -> str:
    party = ticket.party
    is_mine = party is not None and party.host_id == ticket.user_id
    return absolute(request, party.get_absolute_url()) if party and is_mine else ""


@login_required
@require_safe
def poll(request: HttpRequest) -> HttpResponse:
    return http_fallback.poll(request, _page(request))


@login_required
@require_POST
def act(request: HttpRequest) -> HttpResponse:
    return http_fallback.post(request, _page(request), reverse("lobby:queue"))


def _page(request: HttpRequest) -> QueuePage:
    try:
        return QueuePage.open(visitor_of_request(request))
    except Closed:
        raise Http404 from None


@login_required
@require_POST
def ask_partner(request: HttpRequest) -> HttpResponse:
    """A friend, by name."""
    assert isinstance(request.user, User)
    try:
        asked = parties.ask(user=request.user, name=request.POST.get("name", ""))
        messages.success(request, _("%(name)s is asked.") % {"name": asked.username})
    except Refused as refusal:
        messages.error(request, translate(refusal.phrase))
    return redirect("lobby:queue")


@require_safe
def party(request: HttpRequest, code: str) -> HttpResponse:
    """The link that a friend was sent."""
    try:
        found = queries.party_of(code)
    except Party.DoesNotExist:
        raise Http404 from None
    context = {"party": found, "game": rules_of(found.kind).META}
    return render(request, "lobby/party.html", context)


@require_POST
def accept(request: HttpRequest, code: str) -> HttpResponse:
    if not isinstance(request.user, User):
        return redirect("accounts:log_in")
    user = request.user
    try:
        return _asked(request, lambda: parties.accept(user=user, code=code))
    except Party.DoesNotExist:
        raise Http404 from None
