"""The table and what stands around it, in one answer: for the socket and the polling."""

from __future__ import annotations

from django.utils.translation import get_language
from markupsafe import Markup

from ..log import window
from ..log.pov import Pov
from ..rules.game import Seat
from ..rules.table import PLAIN, Taste
from ..time.attendance import attendance
from . import drawing
from .drawing import render


def pov_of(game_id: int, seat: Seat | None, taste: Taste) -> Pov:
    return Pov(game_id, seat, taste, get_language() or "en")


def table(
    game_id: int,
    seat: Seat | None,
    seq: int,
    *,
    taste: Taste = PLAIN,
    since: int | None = None,
    notice: str = "",
) -> str:
    """`since`: what the page has already announced."""
    pov = pov_of(game_id, seat, taste)
    shown = drawing.pieces(pov, seq)
    swapped = {"table": drawing.now(pov, seq), "full-log": drawing.full_log(shown)}
    if window.facts(game_id).is_timed:
        swapped |= status(game_id, seat)
    said = drawing.announcement(pov, since, seq)
    return _swapping(swapped) + render("games/fragment.html", said=said, notice=notice)


def heartbeat(game_id: int, seat: Seat | None, seq: int) -> str:
    """That the socket lives, where the table is, and who is there."""
    return _swapping(status(game_id, seat)) + render("games/heartbeat.html", seq=seq)


def status(game_id: int, seat: Seat | None) -> dict[str, str]:
    """Who is there, and how long the table still waits: not of the log."""
    shown = attendance(game_id, seat)
    return {
        "attend": render("games/attend.html", shown=shown),
        "clock": render("games/clock.html", shown=shown),
    }


def _swapping(pieces: dict[str, str]) -> Markup:
    marked = (
        html.replace(f'id="{name}"', f'id="{name}" hx-swap-oob="true"', 1)
        for name, html in pieces.items()
    )
    return Markup("".join(marked))
