"""Games one has played: the list, the log, the replay, the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from ..log import window
from ..log.export import record_of
from ..log.pov import Pov
from ..log.states import facts
from ..models import Game
from ..rules.game import Seat
from ..table import drawing
from . import rows

if TYPE_CHECKING:
    from accounts.models import User

PAST_GAMES = 50


def _pov(request: HttpRequest, game_id: int) -> Pov:
    user = cast("User", request.user)
    seat = window.seat_of(game_id, user.pk)
    return Pov(game_id, seat, window.taste_of(user), get_language() or "en")


@login_required
@require_GET
def mine(request: HttpRequest) -> HttpResponse:
    user_id = cast("User", request.user).pk
    context = {
        "running": [rows.running(player) for player in window.running_games(user_id)],
        "past": [rows.past(player) for player in window.past_games(user_id)[:PAST_GAMES]],
    }
    return render(request, "games/mine.html", context)


@login_required
@require_GET
def moves(request: HttpRequest, game_id: int) -> HttpResponse:
    """The whole readable log, as far as the game has come."""
    game = get_object_or_404(Game, pk=game_id)
    lines = window.history(_pov(request, game_id), 0, game.seq)
    context = _heading(game) | {"lines": lines}
    return render(request, "games/moves.html", context)


def _heading(game: Game) -> dict[str, Any]:
    """What every page of a game says about it."""
    return {"game": game, "kind": game.kind, "title": game.meta.title}


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
