"""Pages of a game. What they show of a hidden card, they get from queries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from .history import rows
from .log import window
from .log.export import record_of
from .log.pov import Pov
from .log.states import facts
from .models import Game
from .rules.game import Seat
from .table import drawing, sending
from .table.hearing import answer, attended_seq, seq_shown

if TYPE_CHECKING:
    from accounts.models import User

PAST_GAMES = 50


def _user(request: HttpRequest) -> User:
    return cast("User", request.user)


def _pov(request: HttpRequest, game_id: int) -> Pov:
    return sending.pov_of(game_id, _seat(request, game_id), window.taste_of(_user(request)))


def _seat(request: HttpRequest, game_id: int) -> Seat | None:
    return window.seat_of(game_id, _user(request).pk)


@login_required
@require_GET
def mine(request: HttpRequest) -> HttpResponse:
    user_id = _user(request).pk
    context = {
        "running": [rows.running(player) for player in window.running_games(user_id)],
        "past": [rows.past(player) for player in window.past_games(user_id)[:PAST_GAMES]],
    }
    return render(request, "games/mine.html", context)


@login_required
@never_cache
@require_GET
def table(request: HttpRequest, game_id: int) -> HttpResponse:
    """The live table, or what became of it."""
    game = get_object_or_404(Game, pk=game_id)
    pov = _pov(request, game_id)
    context = _heading(game) | {"notice": " ".join(map(str, messages.get_messages(request)))}
    if game.is_over:
        return render(request, "games/over.html", context | _result(pov, game.seq))
    context |= {
        "seat": pov.seat,
        "prompt": drawing.prompt(pov, game.seq),
        "parts": sending.page(pov, game.seq),
    }
    return render(request, "games/table.html", context)


def _heading(game: Game) -> dict[str, Any]:
    """What every page of a game says about it."""
    return {"game": game, "kind": game.kind, "title": facts(game.pk).rules.META.title}


def _result(pov: Pov, seq: int) -> dict[str, Any]:
    return {
        "seat": pov.seat,
        "ending": drawing.prompt(pov, seq),
        "score": drawing.result(pov, seq),
        "full_log": sending.page(pov, seq)["full-log"],
    }


@login_required
@never_cache
@require_GET
def fragment(request: HttpRequest, game_id: int) -> HttpResponse:
    """For a page without a socket: the table, if it has moved on since `seq`."""
    get_object_or_404(Game.objects.only("pk"), pk=game_id)
    since, now = seq_shown(request.GET), attended_seq(game_id, _seat(request, game_id))
    if since == now:
        return HttpResponse(status=204)
    return HttpResponse(_drawn(request, game_id, now, since=since))


@login_required
@require_POST
def play(request: HttpRequest, game_id: int) -> HttpResponse:
    """A move without a socket: a plain form, or htmx in its place."""
    get_object_or_404(Game.objects.only("pk"), pk=game_id)
    notice = answer(game_id, _seat(request, game_id), request.POST)
    if _htmx(request):
        since, now = seq_shown(request.POST), window.seq_of(game_id)
        return HttpResponse(_drawn(request, game_id, now, since=since, notice=notice))
    if notice:
        messages.error(request, notice)
    return redirect("games:table", game_id)


def _drawn(request: HttpRequest, game_id: int, seq: int, **more: Any) -> str:
    taste = window.taste_of(_user(request))
    return sending.table(game_id, _seat(request, game_id), seq, taste=taste, **more)


def _htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


@login_required
@require_GET
def moves(request: HttpRequest, game_id: int) -> HttpResponse:
    """The whole readable log, as far as the game has come."""
    game = get_object_or_404(Game, pk=game_id)
    lines = window.history(_pov(request, game_id), 0, game.seq)
    context = _heading(game) | {"lines": lines}
    return render(request, "games/moves.html", context)


def _not_yet(request: HttpRequest, game: Game) -> HttpResponse:
    """A replay shows every hand and a record every card."""
    return render(request, "games/not_yet.html", {"game": game}, status=403)


@login_required
@require_GET
def replay(request: HttpRequest, game_id: int) -> HttpResponse:
    """Any position of a finished game, as a seat saw it then."""
    game = get_object_or_404(Game, pk=game_id)
    if not game.is_over:
        return _not_yet(request, game)
    names, own = facts(game_id).names, _pov(request, game_id)
    move = max(1, _number(request, "move", 1, game.seq))
    seat = _number(request, "seat", own.seat or 0, len(names) - 1)
    lines = window.history(own, 0, game.seq)
    context = _heading(game) | {
        "move": move,
        "seat": seat,
        "names": names,
        "board": drawing.board(_through_the_eyes_of(seat, own), move),
        "news": lines[:move][: -drawing.NEWS_LINES - 1 : -1],
        "line": lines[move - 1],
        "before": max(1, move - 1),
        "after": min(game.seq, move + 1),
        "points": [line for line in lines if line.marked],
    }
    return render(request, "games/replay.html", context)


def _through_the_eyes_of(seat: Seat, own: Pov) -> Pov:
    """Whoever looks from another's seat is not spoken to as if they sat there."""
    taste = own.taste._replace(is_addressed=seat == own.seat)
    return own._replace(seat=seat, taste=taste)


def _number(request: HttpRequest, name: str, default: int, most: int) -> int:
    value = request.GET.get(name, "")
    return min(int(value), most) if value.isdecimal() and len(value) < 10 else default


@login_required
@require_GET
def record(request: HttpRequest, game_id: int) -> HttpResponse:
    game = get_object_or_404(Game, pk=game_id)
    if not game.is_over:
        return _not_yet(request, game)
    response = HttpResponse(record_of(game).to_json() + "\n", content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{game.kind}-{game.pk}.json"'
    return response
