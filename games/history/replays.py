"""Looking back: any position of a game that is over, and at one's own of a game that is not."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_GET, require_POST

from bruno_site.core.cross_app_urls import absolute

from ..log import sharing, window
from ..log.pov import Pov
from ..log.states import facts, follow_names
from ..log.window import Visit
from ..models import Game
from ..rules.game import Seat
from ..rules.table import PLAIN
from ..rules.words import Phrase, _, in_a_row, listed
from ..table import drawing
from ..table.glance import at_a_glance
from ..table.news import LINES
from ..table.views import visit_of
from .back_page import BackPage
from .moments import ALL, Asked, Eyes, Link, Moment, points_of


def pov_of(request: HttpRequest, game_id: int, seat: Seat | None) -> Pov:
    """Whoever asks, with an account or without."""
    user = request.user
    taste = window.taste_of(user) if user.is_authenticated else PLAIN
    return Pov(game_id, seat, taste, get_language() or "en")


def let_in(request: HttpRequest, code: str) -> Visit:
    """To a game that may be over: also by a link that one of its players made."""
    return look_back(request, code, request.GET.get("key", ""))


def look_back(request: HttpRequest, code: str, key: str = "") -> Visit:
    """At a game whose players are called as they are now, or as nothing if they have gone."""
    visit = visit_of(request, code, key)
    follow_names(visit.game.pk)
    return visit


def not_yet(request: HttpRequest, game: Game) -> HttpResponse:
    """A replay shows every hand and a record every card."""
    return render(request, "games/not_yet.html", {"game": game}, status=403)


@require_GET
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """Any position of a finished game: as a seat saw it then, or with all cards open."""
    visit = let_in(request, code)
    game = visit.game
    if not game.is_over:
        return not_yet(request, game)
    own = pov_of(request, game.pk, visit.seat)
    asked = Asked(request.GET.get("at", ""), request.GET.get("as", ""))
    seats = len(facts(game.pk).names)
    moment = asked.moment(first=1, last=game.seq, seats=seats, own=visit.seat or 0)
    link = Link(request.path, moment.eyes, _key(request, visit))
    context = position(own, moment, game.seq) | _around(request, visit, moment, link)
    return render(request, "games/replay.html", context)


def _key(request: HttpRequest, visit: Visit) -> str:
    """Whoever may share a private game puts its key into their links."""
    game = visit.game
    if game.is_watchable:
        return ""
    return sharing.key_of(game.code) if visit.player else request.GET.get("key", "")


def position(own: Pov, moment: Moment, last: int) -> dict[str, Any]:
    """What the page of any moment shows of the game."""
    about, eyes = facts(own.game_id), moment.eyes
    news = window.history(own, max(0, moment.at - LINES), moment.at)
    return {
        "kind": about.kind,
        "title": about.rules.META.title,
        "names": about.names,
        "at": moment.at,
        "last": last,
        "eyes": eyes,
        "moment": moment,
        "board": drawing.board(_through(eyes, own), moment.at),
        "spread": window.laid_open(own, moment.at) if eyes == ALL else (),
        "news": news[::-1],
        "line": news[-1],
        "before": max(1, moment.at - 1),
        "after": min(last, moment.at + 1),
        "points": points_of(own, last),
        "glance": at_a_glance(about.kind, own),
    }


def _through(eyes: Eyes, own: Pov) -> Pov:
    """Whoever looks from another's seat is not spoken to as if they sat there."""
    seat = None if eyes == ALL else eyes
    taste = own.taste._replace(is_addressed=seat is not None and seat == own.seat)
    return own._replace(seat=seat, taste=taste)


def _around(request: HttpRequest, visit: Visit, moment: Moment, link: Link) -> dict[str, Any]:
    game = visit.game
    shared = absolute(request, link.at(moment.at))
    return {
        "game": game,
        "link": link,
        "way_back": _way_back(request, visit),
        "shared": shared,
        "picture": absolute(request, link.picture(game.code, moment.at)),
        "may_unshare": visit.player is not None and not game.is_watchable,
        "said": " ".join(map(str, messages.get_messages(request))),
        "preview": _preview(game, moment),
        "keyed": f"?{urlencode({'key': link.key})}" if link.key else "",
        "fork": _fork_link(game, moment, link.key),
        "how_it_ended": how_it_ended(game) if "result" in request.GET else None,
    }


def _way_back(request: HttpRequest, visit: Visit) -> str | None:
    """To the game's own page, if it lets them in; others came by a link from elsewhere."""
    is_let_in = visit.player is not None or visit.game.is_watchable
    return visit.game.get_absolute_url() if is_let_in and request.user.is_authenticated else None


@login_required
@require_POST
def unshare(request: HttpRequest, code: str) -> HttpResponse:
    """By any of its players: links to a private game that were given away open nothing any more."""
    visit = visit_of(request, code)
    if visit.player is None:
        raise Http404
    if not visit.game.is_over:
        return not_yet(request, visit.game)
    sharing.withdraw(visit.game)
    messages.success(
        request, gettext("Links to this game that were shared before do not work any more.")
    )
    return redirect("games:replay", code)


def _preview(game: Game, moment: Moment) -> Phrase:
    """In a word, for where the link is shown: who played, and nothing of what became of it."""
    names = facts(game.pk).names
    everyone = in_a_row(*names)
    if moment.eyes == ALL:
        return _("All cards open. At the table: %(who)s.", who=everyone)
    eyes = names[moment.eyes]
    return _("Seen by %(eyes)s. At the table: %(who)s.", eyes=eyes, who=everyone)


def _fork_link(game: Game, moment: Moment, key: str) -> str | None:
    """Where there is something left to play."""
    if moment.at >= game.seq:
        return None
    asked = {"at": moment.at, "as": moment.eyes} | ({"key": key} if key else {})
    return f"{reverse('games:play_on', args=[game.code])}?{urlencode(asked)}"


def how_it_ended(game: Game) -> Phrase:
    winners = game.result["winners"] if game.result else []
    if not winners:
        return _("Nobody won.")
    names = facts(game.pk).names
    return _("Won by %(who)s.", who=listed([names[seat] for seat in winners]))


@login_required
@require_GET
def back(request: HttpRequest, code: str) -> HttpResponse:
    """What somebody who sits at a table saw there so far."""
    visit = look_back(request, code)
    if visit.player is None:
        raise Http404
    game, seat = visit.game, visit.player.seat
    own = pov_of(request, game.pk, seat)
    asked = Asked(request.GET.get("at", "") or str(game.seq), "")
    moment = asked.moment(first=1, last=game.seq, seats=len(facts(game.pk).names), own=seat)
    link = Link(request.path, seat)
    way_back = game.get_absolute_url()
    BackPage.beat([BackPage(visit.player)])  # also where no socket follows
    around = {
        "link": link,
        "way_back": way_back,
        "now": way_back,
        "live": f"/ws/games/{code}/back/",
    }
    return render(request, "games/replay.html", position(own, moment, game.seq) | around)
