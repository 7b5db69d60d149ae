"""Games on paper: the record of one, and the page on which anybody checks its deal."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from ..log.export import record_of
from .replays import let_in, not_yet


@require_GET
def record(request: HttpRequest, code: str) -> HttpResponse:
    game = let_in(request, code).game
    if not game.is_over:
        return not_yet(request, game)
    response = HttpResponse(record_of(game).to_json() + "\n", content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{game.kind}-{game.code}.json"'
    return response


@require_GET
def check(request: HttpRequest, code: str) -> HttpResponse:
    """Every shuffle of a finished game, made again by the visitor's own browser."""
    game = let_in(request, code).game
    if not game.is_over:
        return not_yet(request, game)
    key = request.GET.get("key", "")
    context = {"game": game, "title": game.meta.title, "key": key}
    return render(request, "games/check.html", context)
