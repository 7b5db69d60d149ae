"""Pages about people: one for each of them, and the ladders they stand on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.names import LONGEST

from ..rules import kinds
from . import rows
from .models import Standing
from .past import Asked, past_of, without_page
from .profile import Place, ladder, place_of, profile_of, tabs
from .ratings import Rating
from .skill import Skill

SHOWN = 100


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    person = _person(name)
    if person is None:
        raise Http404
    kind = request.GET.get("game", "")
    shown = profile_of(person, request.user.pk == person.pk, kind if kind in kinds() else "")
    asked = Asked(request.GET, label_suffix="")
    past = past_of(person, request.user, asked, request.GET.get("before", ""), shown.kind)
    context = {
        "person": person,
        "profile": shown,
        "is_own": request.user.pk == person.pk,
        "asked": asked,
        "past": [rows.past(table, person.pk, timezone.now()) for table in past.games],
        "older": past.older,
        "search": without_page(request.GET),
    }
    return render(request, "people/profile.html", context)


def _person(name: str) -> User | None:
    """By their name, however its letters are written; nobody who has left for good."""
    try:
        found = User.objects.get_by_natural_key(name[: 2 * LONGEST])
    except User.DoesNotExist:
        return None
    return found if found.is_active else None


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """The ladder of a game from the top, and where the visitor stands on it."""
    name, kind = request.GET.get("name", "").strip(), request.GET.get("game", "")
    kind = kind if kind in kinds() else next(iter(kinds()))
    person = _person(name) if name else None
    if person is not None:
        return redirect("people:profile", person.username)
    context = {
        "kind": kind,
        "tabs_of_kinds": tabs(kind),
        "steps": [_step(*each, request.user.pk) for each in _from_the_top(kind)],
        "mine": _mine(request.user, kind),
        "name": name[: 2 * LONGEST],
        "notice": _("Nobody here is called that.") if name else "",
    }
    return render(request, "people/board.html", context)


def _from_the_top(kind: str) -> Iterator[tuple[int, Standing]]:
    """With their places. Those who are level share one, as on their own pages."""
    standings = ladder(kind).select_related("user")[:SHOWN]
    place, sure = 1, None
    for number, standing in enumerate(standings, 1):
        if standing.sure != sure:
            place, sure = number, standing.sure
        yield place, standing


def _step(number: int, standing: Standing, viewer_id: int | None) -> dict[str, Any]:
    user = standing.user
    who = rows.person(user) if user else rows.bot(standing.kind, standing.bot)
    rating = Rating(Skill(standing.mu, standing.sigma), standing.games)
    is_mine = user is not None and user.pk == viewer_id
    return {"number": number, "who": who, "rating": rating, "is_mine": is_mine}


def _mine(viewer: Any, kind: str) -> Place | None:
    return place_of(viewer, kind) if viewer.is_authenticated else None
