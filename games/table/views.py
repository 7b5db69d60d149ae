"""The table's page, and its moves without a socket."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from bruno_site.live import fallback
from bruno_site.live.pages import Closed
from bruno_site.live.visitors import visitor_of_request

from ..log.pov import Pov
from ..models import Game
from . import drawing
from .page import TablePage


@login_required
@never_cache
@require_GET
def table(request: HttpRequest, game_id: int) -> HttpResponse:
    """The live table, or what became of it."""
    game = get_object_or_404(Game, pk=game_id)
    page = _page(request, game_id)
    shown = page.draw(None)
    context: dict[str, Any] = {
        "game": game,
        "kind": game.kind,
        "title": game.meta.title,
        "seat": page.pov.seat,
        "prompt": drawing.pieces(page.pov, shown.stamp).asked,
        "parts": shown.whole(),
        "notice": " ".join(map(str, messages.get_messages(request))),
    }
    if game.is_over:
        return render(request, "games/over.html", context | _result(page.pov, game.seq))
    return render(request, "games/table.html", context)


def _result(pov: Pov, seq: int) -> dict[str, Any]:
    return {"score": drawing.result(pov, seq)}


@login_required
@never_cache
@require_GET
def poll(request: HttpRequest, game_id: int) -> HttpResponse:
    return fallback.poll(request, _page(request, game_id))


@login_required
@require_POST
def play(request: HttpRequest, game_id: int) -> HttpResponse:
    return fallback.post(request, _page(request, game_id), reverse("games:table", args=[game_id]))


def _page(request: HttpRequest, game_id: int) -> TablePage:
    try:
        return TablePage.open(visitor_of_request(request), game_id)
    except Closed:
        raise Http404 from None
