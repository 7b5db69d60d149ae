"""What a seat sees, as HTML. One fragment serves the first page, the socket and the polling."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from ..log import window
from ..log.window import Seen
from ..rules.game import Seat
from ..rules.table import PLAIN, Taste
from ..time.attendance import attendance
from .words import translate

LOG_LINES = 20


def table(
    game_id: int,
    seat: Seat | None,
    seq: int,
    *,
    taste: Taste = PLAIN,
    since: int | None = None,
    notice: str = "",
) -> SafeString:
    """The table and what stands around it. `since`: what the page has already announced."""
    context = position(game_id, seat, seq, taste=taste)
    context["said"] = _announcement(context, since)
    context["notice"] = notice
    if context["seen"].facts.is_timed:
        context["attendance"] = attendance(game_id, seat)
    return render_to_string("games/fragment.html", context)


def heartbeat(game_id: int, seat: Seat | None, seq: int) -> SafeString:
    """That the socket lives, where the table is, and who is there."""
    context = {"seq": seq, "attendance": attendance(game_id, seat)}
    return render_to_string("games/heartbeat.html", context)


def position(game_id: int, seat: Seat | None, seq: int, *, taste: Taste = PLAIN) -> dict[str, Any]:
    """What the templates draw: of this seat's view, and of nothing else."""
    seen = window.seen_by(game_id, seat, seq)
    names = seen.facts.names
    shown = window.table_of(seen.facts.kind)
    return {
        "seen": seen,
        "kind": seen.facts.kind,
        "title": seen.facts.rules.META.title,
        "scene": shown.scene(seen.view, seen.actions, names, taste),
        "prompt": shown.prompt(seen.view, names),
        "lines": window.history(game_id, seat, max(0, seq - LOG_LINES), seq, taste)[::-1],
        "template": f"{seen.facts.kind}/table.html",
    }


def _announcement(context: dict[str, Any], since: int | None) -> str:
    """One sentence an event, oldest first, and what is asked now."""
    seen: Seen = context["seen"]
    if since is None or since >= seen.seq:
        return ""
    news = [line.phrase for line in reversed(context["lines"]) if line.seq > since]
    return " ".join(translate(phrase) for phrase in (*news, context["prompt"]))
