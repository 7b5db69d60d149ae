"""The table's page, and its moves without a socket."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from bruno_site.live import http_fallback, widgets
from bruno_site.live.visitors import visitor_of_request

from ..log import window
from ..log.pov import Pov
from ..log.states import follow_names
from ..log.window import Visit
from ..log.writing import Frozen
from ..models import Game
from . import drawing
from .glance import at_a_glance
from .live_page import TablePage
from .rating_changes import changes_of

# What stands beside a table and is called so lies over its felt instead.
OVER_FELT = "felt-"


@login_required
@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The live table, or what became of it."""
    visit = visit_of(request, code)
    if visit.game.is_frozen:
        raise Frozen
    follow_names(visit.game.pk)
    game = visit.game
    page = http_fallback.with_first_beat(TablePage.of(visit, visitor_of_request(request)))
    shown = page.draw(None)
    context: dict[str, Any] = {
        "game": game,
        "kind": game.kind,
        "title": game.meta.title,
        "seat": page.pov.seat,
        "is_on_turn": game.turn is not None
        and game.turn == page.pov.seat
        and not page.pov.has_given_up,
        "others": page.others,
        "origin": _origin(game, request.user.pk),
        "prompt": page.drawn().asked,
        "glance": at_a_glance(game.kind, page.pov),
        "parts": shown.whole(),
        **_beside(request, game.code),
    }
    if game.is_over:
        return render(request, "games/over.html", context | _result(visit, page.pov))
    return render(request, "games/table.html", context)


def _origin(game: Game, user_id: int | None) -> str | None:
    """The moment from which this game is played on, for those who may see the other game."""
    if game.parent is None or game.forked is None:
        return None
    try:
        parent = window.visit(game.parent.code, user_id).game
    except Game.DoesNotExist:
        return None
    at, seat = game.forked["at"], game.forked["seat"]
    return f"{reverse('games:replay', args=[parent.code])}?at={at}&as={seat}"


def _beside(request: HttpRequest, code: str) -> dict[str, Any]:
    """What other apps put beside a table, and over its felt."""
    parts = widgets.draw_widgets("game", visitor_of_request(request), code=code)
    over = {name: html for name, html in parts.items() if name.startswith(OVER_FELT)}
    return {"over_felt": over, "beside": [parts[name] for name in parts if name not in over]}


def _result(visit: Visit, pov: Pov) -> dict[str, Any]:
    changes = changes_of(visit.game, pov.seat)
    return {
        "people": window.people_at(visit.game.pk),
        "score": drawing.result(pov, visit.game.seq, visit.game.early_end),
        "rating": drawing.draw("games/rating.html", changes, pov.language),
        "is_pending": changes.is_pending,
        "has_given_up": visit.player is not None and visit.player.has_given_up,
    }


@login_required
@require_GET
def poll(request: HttpRequest, code: str) -> HttpResponse:
    return http_fallback.poll(request, _page(request, code))


@login_required
@require_POST
def play(request: HttpRequest, code: str) -> HttpResponse:
    return http_fallback.post(request, _page(request, code), reverse("games:table", args=[code]))


def _page(request: HttpRequest, code: str) -> TablePage:
    return TablePage.of(visit_of(request, code), visitor_of_request(request))


def visit_of(request: HttpRequest, code: str, key: str = "") -> Visit:
    """For every page of a game: one that is not for this person is not there."""
    try:
        return window.visit(code, request.user.pk, key)
    except Game.DoesNotExist:
        raise Http404 from None
