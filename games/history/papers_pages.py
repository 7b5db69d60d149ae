"""Records that people bring along, and all their own games as one file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import TYPE_CHECKING, Final, cast

from channels.db import database_sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.rate_limits import Limit, TooManyTries, spend, wait_page

from ..log import papers
from ..log.export import record_of
from ..log.states import facts
from ..models import Game, Paper
from ..phrases import translate
from ..rules.game import Refused
from ..rules.words import _
from .moments import Asked, Link
from .replays import position, pov_of

if TYPE_CHECKING:
    from accounts.models import User

BRINGING: Final = Limit("records brought", 20, timedelta(minutes=10))
TAKING: Final = Limit("all games taken along", 5, timedelta(hours=1))
AT_ONCE: Final = 20  # games that are read together


@login_required
@require_http_methods(["GET", "POST"])
def shelf(request: HttpRequest) -> HttpResponse:
    """What one has brought, and where one brings more."""
    user = cast("User", request.user)
    if request.method == "POST":
        try:
            return redirect("games:paper", _brought(request, user).code)
        except Refused as refusal:
            messages.error(request, translate(refusal.phrase))
        except TooManyTries as refusal:
            messages.error(request, refusal.sentence)
    kept = [(paper, facts(papers.number_of(paper))) for paper in user.papers.all()]
    context = {"kept": kept, "days": papers.KEPT_FOR.days}
    return render(request, "games/shelf.html", context)


def _brought(request: HttpRequest, user: User) -> Paper:
    """Raises Refused and TooMany."""
    spend(BRINGING, str(user.pk))
    file = request.FILES.get("record")
    if not isinstance(file, UploadedFile):
        raise Refused(_("Choose a file first."))
    # One byte more than is taken, so that a larger one shows.
    return papers.keep(user=user, file=file.read(papers.LARGEST + 1))


@login_required
@require_GET
def paper(request: HttpRequest, code: str) -> HttpResponse:
    """Any position of a game that one has brought along."""
    shown = get_object_or_404(Paper, owner=cast("User", request.user), code=code)
    own = pov_of(request, papers.number_of(shown), None)
    asked = Asked(request.GET.get("at", ""), request.GET.get("as", ""))
    seats = len(facts(own.game_id).names)
    moment = asked.moment(first=1, last=shown.moves, seats=seats, own=0)
    around = {
        "link": Link(request.path, moment.eyes),
        "way_back": reverse("games:shelf"),
        "paper": shown,
    }
    return render(request, "games/replay.html", position(own, moment, shown.moves) | around)


@login_required
@require_POST
def throw_away(request: HttpRequest, code: str) -> HttpResponse:
    papers.throw_away(user=cast("User", request.user), code=code)
    return redirect("games:shelf")


@login_required
@require_GET
def all_records(request: HttpRequest) -> HttpResponseBase:
    """Every finished game that one has played, one record a line."""
    user = cast("User", request.user)
    try:
        spend(TAKING, str(user.pk))
    except TooManyTries as refusal:
        return wait_page(request, refusal)
    lines = _lines(user.pk)
    response = StreamingHttpResponse(lines, content_type="application/x-ndjson")
    response["Content-Disposition"] = 'attachment; filename="my-games.jsonl"'
    return response


async def _lines(user_id: int) -> AsyncIterator[str]:
    """A few games at a time, so that a long past needs no more memory than a short one. In the
    request's own thread, as every page, which has no connection while its reader takes a rest."""
    some_lines = database_sync_to_async(_some_lines)
    newest = 0
    while True:
        newest, text = await some_lines(user_id, newest)
        if not text:
            return
        yield text


def _some_lines(user_id: int, after: int) -> tuple[int, str]:
    mine = Game.objects.filter(players__user=user_id, finished_at__isnull=False, pk__gt=after)
    games = list(mine.order_by("pk")[:AT_ONCE])
    text = "".join(record_of(game).to_json() + "\n" for game in games)
    return (games[-1].pk if games else after), text
