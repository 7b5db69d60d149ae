"""Games one has played: the list, and the log in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from ..log import window
from ..log.states import facts
from ..models import Game
from . import rows
from .past import AskedOfAll, past_of, without_page
from .replays import look_back, pov_of

if TYPE_CHECKING:
    from accounts.models import User


@login_required
@require_GET
def mine(request: HttpRequest) -> HttpResponse:
    """The own history: what is running, and everything that is over."""
    user, asked = cast("User", request.user), AskedOfAll(request.GET, label_suffix="")
    past = past_of(user, user, asked, request.GET.get("before", ""))
    context = {
        "running": [rows.running(player) for player in window.running_games(user.pk)],
        "asked": asked,
        "past": [rows.past(table, user.pk, timezone.now()) for table in past.games],
        "older": past.older,
        "search": without_page(request.GET),
    }
    return render(request, "games/mine.html", context)


@login_required
@require_GET
def moves(request: HttpRequest, code: str) -> HttpResponse:
    """The whole readable log, as far as the game has come."""
    visit = look_back(request, code)
    lines = window.history(pov_of(request, visit.game.pk, visit.seat), 0, visit.game.seq)
    others = {seat for seat in facts(visit.game.pk).people if seat != visit.seat}
    context = _heading(visit.game) | {"lines": lines, "others": others}
    return render(request, "games/moves.html", context)


def _heading(game: Game) -> dict[str, Any]:
    """What every page of a game says about it."""
    return {"game": game, "kind": game.kind, "title": game.meta.title}
