"""Playing on from a moment of a finished game, against bots."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.rate_limits import Limit, TooManyTries, spend
from bruno_site.core.numbers import number

from ..bots import offered
from ..log.fork import Branch, fork
from ..log.states import facts
from ..models import Game
from ..phrases import translate
from ..rules.game import Refused, Seat
from ..rules.words import _
from .replays import let_in, not_yet

if TYPE_CHECKING:
    from accounts.models import User

BEGINNING: Final = Limit("games played on", 20, timedelta(minutes=10))


@login_required
@require_http_methods(["GET", "POST"])
def play_on(request: HttpRequest, code: str) -> HttpResponse:
    """Asks with which cards, and against whom; then the table is set."""
    visit = let_in(request, code)
    if not visit.game.is_over:
        return not_yet(request, visit.game)
    if request.method == "POST":
        try:
            return redirect(_begun(request, visit.game))
        except Refused as refusal:
            messages.error(request, translate(refusal.phrase))
        except TooManyTries as refusal:
            messages.error(request, refusal.sentence)
    return _asked(request, visit.game, visit.seat or 0)


def _begun(request: HttpRequest, game: Game) -> Game:
    """Raises Refused and TooMany."""
    at, seat = (number(request.POST.get(name, "")) for name in ("at", "as"))
    cards, bot = request.POST.get("cards"), request.POST.get("bot", "")
    if bot not in {each.level for each in offered(game.kind)}:
        raise Refused(_("There is no such bot."))
    if at is None or seat is None or cards not in ("same", "anew"):
        raise Refused(_("There is no such position in this game."))
    spend(BEGINNING, str(request.user.pk))
    branch = Branch(game, at, seat, is_imagined=cards == "anew")
    return fork(branch, user=cast("User", request.user), bot=bot)


def _asked(request: HttpRequest, game: Game, own: Seat) -> HttpResponse:
    names = facts(game.pk).names
    given = request.POST or request.GET
    at, seat = number(given.get("at", "")), number(given.get("as", ""))
    context = {
        "game": game,
        "kind": game.kind,
        "title": game.meta.title,
        "names": names,
        "at": min(max(1, at or 1), game.seq - 1),
        "seat": own if seat is None or seat >= len(names) else seat,
        "bots": offered(game.kind),
        "key": request.GET.get("key", ""),
    }
    return render(request, "games/play_on.html", context)
