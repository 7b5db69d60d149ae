from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import guests
from accounts.models import User
from accounts.rate_limits import TooManyTries
from bruno_site.core.cross_app_urls import absolute
from bruno_site.core.i18n import current_language
from bruno_site.live import http_fallback, widgets
from bruno_site.live.page import Closed
from bruno_site.live.visitors import visitor_of_request
from games.models import Game
from games.phrases import translate
from games.posted.reads import check_that_games_are_dealt
from games.rules import kinds
from games.rules.game import Meta, Refused
from games.time.pace import PACES

from . import queries, rulebook, service
from .agreements import LONGEST_SETTINGS
from .lobby_page import LobbyPage
from .models import Room
from .offers import fields, offer, presets
from .room_page import RoomPage
from .wishes import Wish, as_sent, keep, last, wish_from, wish_of


def logged_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Hands the person over, guests too. Whoever logs in first comes back to a page that can be
    asked for."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: str) -> HttpResponse:
        if isinstance(request.user, User):
            return view(request, request.user, **kwargs)
        log_in: HttpResponseRedirect = redirect_to_login(_way_back(kwargs))
        return log_in

    return guarded


def _way_back(named: dict[str, str]) -> str:
    for name, view in (("code", "lobby:room"), ("kind", "lobby:open")):
        if name in named:
            return reverse(view, args=[named[name]])
    return reverse("lobby:home")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    offers = [offer(rules.META) for rules in kinds().values()]
    if not isinstance(request.user, User):
        return render(request, "home.html", {"offers": offers})
    parts = LobbyPage.at_first_sight(visitor_of_request(request)).draw(None).whole()
    context = {"offers": offers, "parts": parts}
    return render(request, "lobby/home.html", context)


@require_safe
@logged_in
def home_poll(request: HttpRequest, member: User) -> HttpResponse:
    return http_fallback.poll(request, LobbyPage.open(visitor_of_request(request)))


@require_http_methods(["GET", "HEAD", "POST"])
@logged_in
def open_table(request: HttpRequest, member: User, kind: str) -> HttpResponse:
    """What one wants of a table; the last time is remembered."""
    if kind not in kinds():
        raise Http404
    meta = kinds()[kind].META
    if request.method != "POST":
        return _asked(request, meta, last(request.session, meta))
    try:
        wish = wish_from(meta, request.POST.dict())
        room = service.open_room(user=member, kind=kind, **wish.agreed)
    except Refused as refusal:
        messages.error(request, translate(refusal.phrase))
        return _asked(request, meta, _as_sent(request, meta, last(request.session, meta)))
    keep(request.session, meta, wish)
    return redirect(room)


@require_http_methods(["GET", "HEAD", "POST"])
@logged_in
def room_rules(request: HttpRequest, member: User, code: str) -> HttpResponse:
    """The host changes what was agreed."""
    room = _room_of(request, code)
    if room.host_id != member.pk:
        messages.error(request, gettext("Only the host can change the rules of a table."))
        return redirect(room)
    meta = kinds()[room.kind].META
    if request.method != "POST":
        return _asked(request, meta, wish_of(room, meta), room)
    try:
        wish = wish_from(meta, request.POST.dict())
        service.edit_rules(code=code, user=member, **wish.agreed)
    except Refused as refusal:
        messages.error(request, translate(refusal.phrase))
        return _asked(request, meta, _as_sent(request, meta, wish_of(room, meta)), room)
    return redirect(room)


def _as_sent(request: HttpRequest, meta: Meta, before: Wish) -> Wish:
    return as_sent(meta, request.POST.dict(), before)


def _room_of(request: HttpRequest, code: str) -> Room:
    """For whoever it is not for, an old link is like a wrong one."""
    try:
        return queries.room_of(code, request.user.pk)
    except Room.DoesNotExist:
        raise Http404 from None


def _asked(request: HttpRequest, meta: Meta, wish: Wish, room: Room | None = None) -> HttpResponse:
    context = {
        "meta": meta,
        "wish": wish,
        "room": room,
        "presets": presets(meta),
        "fields": fields(meta, wish.config),
        "paces": PACES,
        "pasted": request.POST.get("settings", "")[:LONGEST_SETTINGS],
    }
    return render(request, "lobby/open.html", context)


@require_POST
@logged_in
def play_now(request: HttpRequest, member: User) -> HttpResponse:
    kind, level = request.POST.get("kind", ""), request.POST.get("level", "")
    try:
        return redirect(service.play_now(user=member, kind=kind, level=level))
    except Refused as refusal:
        messages.error(request, translate(refusal.phrase))
        return redirect("lobby:home")


@require_POST
def play_as_guest(request: HttpRequest) -> HttpResponse:
    """Against bots without an account: the front page promises one press."""
    if not isinstance(request.user, User):
        try:
            check_that_games_are_dealt()
            guests.log_in_guest(request)
        except Refused as refusal:
            messages.error(request, translate(refusal.phrase))
            return redirect("lobby:home")
        except TooManyTries as refusal:
            messages.error(request, refusal.sentence)
            return redirect("lobby:home")
    return play_now(request)


@require_POST
@logged_in
def play_again(request: HttpRequest, member: User, game: str) -> HttpResponse:
    swapped = request.POST.get("partners") == "swapped"
    try:
        room = service.play_again(user=member, code=game, swapped=swapped)
    except Game.DoesNotExist:
        raise Http404 from None
    except Refused as refusal:
        messages.error(request, translate(refusal.phrase))
        return redirect("lobby:home")
    return redirect(room.game or room)


@require_safe
def room(request: HttpRequest, code: str) -> HttpResponse:
    """The way to a table: an invitation, the room while it waits, and then the game."""
    found = _room_of(request, code)
    if found.game is not None:
        return redirect(found.game)
    if not isinstance(request.user, User):
        return render(request, "lobby/invitation.html", {"room": found})
    page = http_fallback.with_first_beat(RoomPage(found, visitor_of_request(request)))
    context = {
        "room": found,
        "parts": page.draw(None).whole(),
        "talk": widgets.draw_widgets("room", visitor_of_request(request), code=code).values(),
        "link": absolute(request, request.path),
    }
    return render(request, "lobby/room.html", context)


@require_safe
@logged_in
def room_poll(request: HttpRequest, member: User, code: str) -> HttpResponse:
    return http_fallback.poll(request, _page(request, code))


@require_POST
@logged_in
def room_act(request: HttpRequest, member: User, code: str) -> HttpResponse:
    """Back to the room, which leads on to the game once that has begun."""
    leaves = "close" in request.POST
    back = reverse("lobby:home") if leaves else reverse("lobby:room", args=[code])
    return http_fallback.post(request, _page(request, code), back)


def _page(request: HttpRequest, code: str) -> RoomPage:
    try:
        return RoomPage.open(visitor_of_request(request), code)
    except Closed:
        raise Http404 from None


@require_safe
def rules_list(request: HttpRequest) -> HttpResponse:
    metas = [rules.META for rules in kinds().values()]
    return render(request, "rules/list.html", {"metas": metas})


@require_safe
def rules(request: HttpRequest, kind: str) -> HttpResponse:
    text = rulebook.page(kind, current_language()) if kind in kinds() else None
    if text is None:
        raise Http404
    return render(request, "rules/page.html", {"meta": kinds()[kind].META, "text": text})
