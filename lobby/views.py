from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from games.log import window as games_queries
from games.models import Game
from games.rules import kinds
from games.rules.game import Refused
from games.rules.words import _
from games.table.words import translate
from games.time.pace import OFF, PACES

from . import queries, rulebook, service
from .agreements import config_from, number_from, size_from
from .models import Room
from .offers import offer
from .rows import rows

RECENT = 5


class Request(HttpRequest):
    htmx: HtmxDetails


def members_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Hands the member over. Whoever logs in first comes back to a page that can be asked for."""

    @wraps(view)
    def guarded(request: Request, **kwargs: str) -> HttpResponse:
        if isinstance(request.user, User):
            return view(request, request.user, **kwargs)
        back = reverse("lobby:room", kwargs=kwargs) if "code" in kwargs else reverse("lobby:home")
        return _log_in(request, back)

    return guarded


def _log_in(request: Request, back: str) -> HttpResponse:
    log_in: HttpResponseRedirect = redirect_to_login(back)
    return HttpResponseClientRedirect(log_in.url) if request.htmx else log_in


@never_cache
@require_safe
def home(request: Request) -> HttpResponse:
    offers = [offer(rules.META) for rules in kinds().values()]
    if not isinstance(request.user, User):
        return render(request, "home.html", {"offers": offers})
    context = {
        "offers": offers,
        "paces": PACES,
        "wanted": request.GET.get("game"),
        "rooms": queries.rooms_of(request.user),
        "running": rows(games_queries.running_games(request.user.pk)),
        "past": rows(games_queries.past_games(request.user.pk)[:RECENT]),
    }
    return render(request, "lobby/home.html", context)


@require_POST
@members_only
def open_table(request: Request, member: User) -> HttpResponse:
    try:
        return redirect(_opened(request, member))
    except Refused as refusal:
        messages.error(request, translate(refusal.phrase))
        return redirect("lobby:home")


def _opened(request: Request, member: User) -> Room:
    kind = request.POST.get("kind", "")
    if kind not in kinds():
        raise Refused(_("There is no such game here."))
    meta, form = kinds()[kind].META, request.POST.dict()
    return service.open_room(
        user=member,
        kind=kind,
        size=size_from(meta, form),
        config=config_from(meta, form),
        pace=form.get("pace", OFF),
        nonce=form.get("nonce", ""),
    )


@require_POST
@members_only
def play_now(request: Request, member: User) -> HttpResponse:
    wishes = {name: request.POST.get(name, "") for name in ("kind", "level", "nonce")}
    try:
        return redirect(service.play_now(user=member, **wishes))
    except Refused as refusal:
        messages.error(request, translate(refusal.phrase))
        return redirect("lobby:home")


@require_POST
@members_only
def play_again(request: Request, member: User, game_id: int) -> HttpResponse:
    nonce = request.POST.get("nonce", "")
    try:
        room = service.play_again(user=member, game_id=game_id, nonce=nonce)
    except Game.DoesNotExist:
        raise Http404 from None
    except Refused as refusal:
        messages.error(request, translate(refusal.phrase))
        return redirect("lobby:home")
    return redirect(room.game or room)


@never_cache
@require_safe
def room(request: Request, code: str) -> HttpResponse:
    try:
        found = queries.room_of(code)
    except Room.DoesNotExist:
        if request.htmx:
            return HttpResponseClientRefresh()
        raise Http404 from None
    if not isinstance(request.user, User):
        return _invitation(request, found)
    if found.game is not None:
        url = found.game.get_absolute_url()
        return HttpResponseClientRedirect(url) if request.htmx else redirect(url)
    return _room_answer(request, queries.room_page(found, request.user))


def _invitation(request: Request, room: Room) -> HttpResponse:
    """The link is the invitation: a stranger is told who invites, and to what, and no more."""
    if request.htmx or room.game is not None:
        return _log_in(request, room.get_absolute_url())
    return render(request, "lobby/invitation.html", {"room": room})


def _room_answer(request: Request, page: queries.RoomPage) -> HttpResponse:
    """The page, or for one that asks again its changing part, or nothing if nothing changed."""
    context = {
        "page": page,
        "link": request.build_absolute_uri(request.path),
    }
    if not request.htmx:
        return render(request, "lobby/room.html", context)
    if request.GET.get("seen") == page.seen:
        return HttpResponse(status=204)
    return render(request, "lobby/room_part.html", context)


@require_POST
@members_only
def sit(request: Request, member: User, code: str) -> HttpResponse:
    seat = number_from(request.POST.get("seat", ""))
    nonce = request.POST.get("nonce", "")
    return _acted(
        request, code, partial(service.sit, code=code, user=member, seat=seat, nonce=nonce)
    )


@require_POST
@members_only
def stand(request: Request, member: User, code: str) -> HttpResponse:
    return _acted(request, code, partial(service.stand, code=code, user=member))


@require_POST
@members_only
def add_bot(request: Request, member: User, code: str) -> HttpResponse:
    seat, level = number_from(request.POST.get("seat", "")), request.POST.get("level", "")
    return _acted(
        request, code, partial(service.add_bot, code=code, user=member, seat=seat, level=level)
    )


@require_POST
@members_only
def remove_bot(request: Request, member: User, code: str) -> HttpResponse:
    seat = number_from(request.POST.get("seat", ""))
    return _acted(request, code, partial(service.remove_bot, code=code, user=member, seat=seat))


@require_POST
@members_only
def begin(request: Request, member: User, code: str) -> HttpResponse:
    return _acted(request, code, partial(service.begin, code=code, user=member))


def _acted(request: Request, code: str, act: Callable[[], object]) -> HttpResponse:
    """Back to the room, which leads on to the game once that has begun."""
    try:
        act()
    except Room.DoesNotExist:
        raise Http404 from None
    except Refused as refusal:
        messages.error(request, translate(refusal.phrase))
    return redirect("lobby:room", code=code)


@require_safe
def rules_list(request: HttpRequest) -> HttpResponse:
    metas = [rules.META for rules in kinds().values()]
    return render(request, "rules/list.html", {"metas": metas})


@require_safe
def rules(request: HttpRequest, kind: str) -> HttpResponse:
    text = rulebook.page(kind) if kind in kinds() else None
    if text is None:
        raise Http404
    return render(request, "rules/page.html", {"meta": kinds()[kind].META, "text": text})
